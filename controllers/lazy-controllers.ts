import type { Application, ControllerConstructor } from '@hotwired/stimulus'
import { settle } from './support/held-submits.ts'

type Load = () => Promise<{ default: ControllerConstructor }>

/** Controllers that few pages use, by identifier. */
export const LATER: Record<string, Load> = {
  'address-question': () => import('./address-question-controller.ts'),
  'address-autofill': () => import('./address-autofill-controller.ts'),
  ask: () => import('./ask-controller.ts'),
  'background-job-status': () => import('./background-job-status-controller.ts'),
  'barcode-field': () => import('./barcode-field-controller.ts'),
  'board-news': () => import('./board-news-controller.ts'),
  'billing-address': () => import('./billing-address-controller.ts'),
  calendar: () => import('./calendar-controller.ts'),
  captcha: () => import('./captcha-controller.ts'),
  conversion: () => import('./conversion-controller.ts'),
  'card-payment': () => import('./card-payment-controller.ts'),
  'category-switcher': () => import('./category-switcher-controller.ts'),
  'checkout-news': () => import('./checkout-news-controller.ts'),
  'copy-to-clipboard': () => import('./copy-to-clipboard-controller.ts'),
  'email-capture': () => import('./email-capture-controller.ts'),
  'countdown-timer': () => import('./countdown-timer-controller.ts'),
  'expedited-shipping': () => import('./expedited-shipping-controller.ts'),
  'farm-follow': () => import('./farm-follow-controller.ts'),
  'first-box': () => import('./first-box-controller.ts'),
  'filter-sort': () => import('./filter-sort-controller.ts'),
  'form-problem': () => import('./form-problem-controller.ts'),
  'gift-card-form': () => import('./gift-card-form-controller.ts'),
  'text-offer': () => import('./text-offer-controller.ts'),
  gifting: () => import('./gifting-controller.ts'),
  'info-modal': () => import('./info-modal-controller.ts'),
  'job-page': () => import('./job-page-controller.ts'),
  'list-keys': () => import('./list-keys-controller.ts'),
  'link-request': () => import('./link-request-controller.ts'),
  'membership-box': () => import('./membership-box-controller.ts'),
  'one-at-a-time': () => import('./one-at-a-time-controller.ts'),
  'order-selection': () => import('./order-selection-controller.ts'),
  'pack-scan': () => import('./pack-scan-controller.ts'),
  'save-first': () => import('./save-first-controller.ts'),
  'scan-queue': () => import('./scan-queue-controller.ts'),
  'payment-status': () => import('./payment-status-controller.ts'),
  'payment-step': () => import('./payment-step-controller.ts'),
  'kept-open': () => import('./kept-open-controller.ts'),
  'phone-input': () => import('./phone-input-controller.ts'),
  'photo-slot': () => import('./photo-slot-controller.ts'),
  'picture-crop': () => import('./picture-crop-controller.ts'),
  'pick-your-promotion': () => import('./pick-your-promotion-controller.ts'),
  print: () => import('./print-controller.ts'),
  'postal-code-capture': () => import('./postal-code-capture-controller.ts'),
  'sign-in': () => import('./sign-in-controller.ts'),
  'recurring-option': () => import('./recurring-option-controller.ts'),
  'reward-redemption': () => import('./reward-redemption-controller.ts'),
  'sms-marketing-checkbox': () => import('./sms-marketing-checkbox-controller.ts'),
  'sms-preferences': () => import('./sms-preferences-controller.ts'),
  'star-rating': () => import('./star-rating-controller.ts'),
  'submit-choice': () => import('./submit-choice-controller.ts'),
  'subscription-offers-listing': () => import('./subscription-offers-listing-controller.ts'),
  'subscription-renewal-frequency': () => import('./subscription-renewal-frequency-controller.ts'),
  tabs: () => import('./tabs-controller.ts'),
  tracking: () => import('./tracking-controller.ts'),
  'video-modal': () => import('./video-modal-controller.ts'),
  'valid-submit': () => import('./valid-submit-controller.ts'),
  'weather-alert': () => import('./weather-alert-controller.ts'),
  'wait-list': () => import('./wait-list-controller.ts'),
}

/** Loads a controller when the page first has an element for it. A failed load is retried on the next DOM change. */
export function registerLater(application: Application) {
  const unloaded = new Map(Object.entries(LATER))

  function loadNeeded() {
    for (const name of namesOnPage()) {
      const load = unloaded.get(name)
      if (!load) continue
      unloaded.delete(name)
      load()
        .then(
          ({ default: controller }) => application.register(name, controller),
          () => unloaded.set(name, load),
        )
        .then(() => settle(name))
    }
  }

  new MutationObserver(loadNeeded).observe(document.documentElement, { childList: true, subtree: true })
  loadNeeded()
}

/** Read once per change: searching the page for each name costs 30 times as much. */
function namesOnPage(): Set<string> {
  const elements = [...document.querySelectorAll('[data-controller]')]
  return new Set(elements.flatMap((element) => element.getAttribute('data-controller')?.split(/\s+/) ?? []))
}
