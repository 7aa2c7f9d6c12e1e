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
import { nextTask } from './support/next-task.ts'
import TidyAddressController from './tidy-address-controller.ts'
import ToastController from './toast-controller.ts'

/** What most pages use; `lazy-controllers.ts` loads the rest on demand. */
const ON_MOST_PAGES = {
  accordion: AccordionController,
  cart: CartController,
  'checkout-call': CheckoutCallController,
  'expandable-collection': ExpandableCollectionController,
  island: IslandController,
  'mini-cart': MiniCartController,
  modal: ModalController,
  'quantity-selector': QuantitySelectorController,
  'quick-add-selector': QuickAddSelectorController,
  'quick-reconnect': QuickReconnectController,
  'search-autocomplete': SearchAutocompleteController,
  'site-nav': SiteNavController,
  slider: SliderController,
  'stock-news': StockNewsController,
  'tidy-address': TidyAddressController,
  toast: ToastController,
}

/** Lets the page answer a tap between two controllers, since connecting them all takes a phone a tenth of a second. */
export async function registerControllers(application: Application) {
  for (const [name, controller] of Object.entries(ON_MOST_PAGES)) {
    application.register(name, controller)
    await nextTask()
  }
  registerLater(application)
}
