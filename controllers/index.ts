import type { Application } from '@hotwired/stimulus'
import AccordionController from './accordion-controller.ts'
import CategorySwitcherController from './category-switcher-controller.ts'
import ExpandableCollectionController from './expandable-collection-controller.ts'
import FilterSortController from './filter-sort-controller.ts'
import IslandController from './island-controller.ts'
import NoticeController from './notice-controller.ts'
import PaymentStatusController from './payment-status-controller.ts'
import QuantitySelectorController from './quantity-selector-controller.ts'
import ScrollRowController from './scroll-row-controller.ts'
import SearchAutocompleteController from './search-autocomplete-controller.ts'
import SiteNavController from './site-nav-controller.ts'
import TidyAddressController from './tidy-address-controller.ts'

/** Every behaviour by the name the pages call it. */
export function registerControllers(application: Application) {
  application.register('accordion', AccordionController)
  application.register('category-switcher', CategorySwitcherController)
  application.register('expandable-collection', ExpandableCollectionController)
  application.register('filter-sort', FilterSortController)
  application.register('island', IslandController)
  application.register('notice', NoticeController)
  application.register('payment-status', PaymentStatusController)
  application.register('quantity-selector', QuantitySelectorController)
  application.register('scroll-row', ScrollRowController)
  application.register('search-autocomplete', SearchAutocompleteController)
  application.register('site-nav', SiteNavController)
  application.register('tidy-address', TidyAddressController)
}
