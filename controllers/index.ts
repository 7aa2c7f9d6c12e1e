import type { Application } from '@hotwired/stimulus'
import AccordionController from './accordion-controller.ts'
import CartController from './cart-controller.ts'
import CheckoutCallController from './checkout-call-controller.ts'
import ExpandableCollectionController from './expandable-collection-controller.ts'
import IslandController from './island-controller.ts'
import { registerLater } from './lazy-controllers.ts'
import MiniCartController from './mini-cart-controller.ts'
import ModalController from './modal-controller.ts'
import QuantitySelectorController from './quantity-selector-controller.ts'
import QuickAddSelectorController from './quick-add-selector-controller.ts'
import QuickReconnectController from './quick-reconnect-controller.ts'
import SearchAutocompleteController from './search-autocomplete-controller.ts'
import SiteNavController from './site-nav-controller.ts'
import SliderController from './slider-controller.ts'
import StockNewsController from './stock-news-controller.ts'
import TidyAddressController from './tidy-address-controller.ts'
import ToastController from './toast-controller.ts'

/** Registers the controllers that most pages use; `lazy-controllers.ts` loads the rest on demand. */
export function registerControllers(application: Application) {
  application.register('accordion', AccordionController)
  application.register('cart', CartController)
  application.register('checkout-call', CheckoutCallController)
  application.register('expandable-collection', ExpandableCollectionController)
  application.register('island', IslandController)
  application.register('mini-cart', MiniCartController)
  application.register('modal', ModalController)
  application.register('quantity-selector', QuantitySelectorController)
  application.register('quick-add-selector', QuickAddSelectorController)
  application.register('quick-reconnect', QuickReconnectController)
  application.register('search-autocomplete', SearchAutocompleteController)
  application.register('site-nav', SiteNavController)
  application.register('slider', SliderController)
  application.register('stock-news', StockNewsController)
  application.register('tidy-address', TidyAddressController)
  application.register('toast', ToastController)
  registerLater(application)
}
