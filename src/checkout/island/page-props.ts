import type { Order } from '#db/schema/index.ts'
import type { CheckoutProps, Step } from '#islands/checkout/props.ts'
import type { CheckoutPageProps } from '#views/checkout/checkout-page.tsx'
import { hasAddress, shownAddressOf } from '../../orders/order-address.ts'
import { paths } from '../../paths.ts'
import { flowOf } from '../../payments/flow.ts'
import { PAYMENT_FAILED_SENTENCE } from '../../payments/rules.ts'
import { paymentFailure } from '../../payments/status.ts'
import { currentTotals, deliversFree } from '../../pricing/facts.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../web/env.ts'
import { datesOf } from '../arrival-date.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { paymentSettings } from '../payment-settings.ts'
import { recurringOption } from '../recurring-option.ts'
import { savedAddressesShown } from '../saved-address.ts'
import { summaryProps } from '../summary.ts'
import { toWireDate } from '../wire.ts'

/** What a page shows beside what is saved: fields as they were typed, and what was wrong with them. */
export type Shown = Partial<Pick<CheckoutProps, 'email' | 'delivery' | 'answered' | 'step' | 'failure'>> & {
  problems?: Partial<CheckoutProps['problems']>
}

const NO_PROBLEMS = { email: null, address: null, date: null, payment: null }

/** Everything the newer checkout is made of. */
export function checkoutFacts(
  services: Services,
  visitor: Visitor,
  order: Order,
  shown: Shown,
): CheckoutPageProps {
  const checkout = checkoutProps(services, visitor, order, shown)
  return {
    who: checkoutBuyer(visitor, paths.checkout(order.token, { step: checkout.step })),
    checkout,
    summary: summaryProps(services, visitor, order),
    recurring: order.giftOrder ? null : recurringOption(services, order, paths.checkout(order.token)),
  }
}

/** Everything the checkout island is handed: serialisable, and enough to render without scripts. */
function checkoutProps(services: Services, visitor: Visitor, order: Order, shown: Shown): CheckoutProps {
  const { db, clock, config } = services
  const now = clock.now()
  const { totalCents } = currentTotals(db, order, now)
  const shipsFree = deliversFree(db, order, now)
  const saved = savedAddressesShown(db, visitor.user)
  return {
    orderToken: order.token,
    authenticityToken: visitor.token(),
    normalizeEmail: visitor.user?.email ?? null,
    storePhone: config.store.phone,
    email: order.email ?? '',
    delivery: deliveryOf(order, saved),
    answered: {},
    savedAddresses: saved,
    // A wallet may have told the place alone, with which no day can be kept.
    dates: hasAddress(order)
      ? datesOf(db, order, now).map((day) => toWireDate(db, order, day, shipsFree))
      : [],
    arrivesOn: hasAddress(order) ? order.arrivalOn : null,
    flow: flowOf(order, totalCents),
    totalCents,
    failure: null,
    ...shown,
    step: shown.step ?? firstOpenStep(order),
    problems: { ...NO_PROBLEMS, ...shown.problems },
    payments: paymentSettings(services),
    urls: urlsOf(order.token),
  }
}

/** Why the last payment came to nothing, in a sentence for the top of the page. */
export const failureSentence = ({ db }: Services, order: Order) =>
  paymentFailure(db, order) ?? PAYMENT_FAILED_SENTENCE

/** The first thing still to do, or, asked for by name, one that can already be done. */
export function firstOpenStep(order: Order): Step {
  if (!order.email) return 'email'
  if (!hasAddress(order)) return 'address'
  return order.arrivalOn ? 'payment' : 'date'
}

const STEPS: readonly Step[] = ['email', 'address', 'date', 'payment']

export function askedStep(order: Order, asked: string | undefined): Step {
  const first = firstOpenStep(order)
  const step = STEPS.find((name) => name === asked)
  return step && STEPS.indexOf(step) <= STEPS.indexOf(first) ? step : first
}

/** As the order has it, else where its shopper has boxes sent. */
function deliveryOf(order: Order, saved: CheckoutProps['savedAddresses']): CheckoutProps['delivery'] {
  const usual = saved.find(({ isDefault }) => isDefault)
  if (usual && order.deliveryStreet1 === null) return usual.address
  return shownAddressOf(order)
}

const urlsOf = (token: string): CheckoutProps['urls'] => ({
  checkout: paths.checkout(token),
  email: paths.updateEmail(),
  address: paths.updateAddress(),
  suggestions: paths.addressSuggestions(),
  dates: paths.checkoutDates(token),
  arrivalDate: paths.updateArrivalDate(token),
  summary: paths.checkoutSummary({ order_token: token }),
  standing: paths.checkoutStanding(token),
  express: paths.validateAddress(),
  intent: paths.createIntent(),
  validate: paths.validatePayment(),
  confirmStripeless: paths.confirmStripeless(),
  paymentStatusPage: paths.paymentStatusPage(token),
  confirmation: paths.confirmation(token),
  cart: paths.cart(),
  terms: paths.terms(),
})
