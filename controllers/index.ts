import type { Application } from '@hotwired/stimulus'
import GalleryController from './gallery-controller.ts'
import IslandController from './island-controller.ts'
import NoticeController from './notice-controller.ts'
import PaymentStatusController from './payment-status-controller.ts'
import QuantitySelectorController from './quantity-selector-controller.ts'

/** Every behaviour by the name the pages call it. */
export function registerControllers(application: Application) {
  application.register('gallery', GalleryController)
  application.register('island', IslandController)
  application.register('notice', NoticeController)
  application.register('payment-status', PaymentStatusController)
  application.register('quantity-selector', QuantitySelectorController)
}
