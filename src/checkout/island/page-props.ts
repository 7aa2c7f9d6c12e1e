import type { Order } from '#db/schema/index.ts'
import type { CheckoutProps } from '#islands/checkout/props.ts'
import type { CheckoutPageProps } from '#views/checkout/checkout-page.tsx'
import { giftOf } from '../../orders/gifting.ts'
import { hasAddress } from '../../orders/order-address.ts'
import type { PricedOrder } from '../../orders/priced-order.ts'
import { paths } from '../../paths.ts'
import { flowOf } from '../../payments/flow.ts'
import { PAYMENT_FAILED_SENTENCE } from '../../payments/rules.ts'
import { paymentFailure } from '../../payments/status.ts'
import { shipsFree } from '../../pricing/total.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../web/env.ts'
import { datesFor } from '../arrival-date.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import type { GiftChoice } from '../gift-problem.ts'
import { paymentSettings } from '../payment-settings.ts'
import { recurringOption } from '../recurring-option.ts'
import { savedAddressesFor, shownDelivery } from '../saved-address.ts'
import { summaryProps } from '../summary.ts'
import { toWireDates } from '../wire.ts'
import { savedCardsFor } from './saved-cards.ts'
import { STEPS, type Step } from './step-order.ts'

export type CheckoutPageState = Partial<
  Pick<CheckoutProps, 'email' | 'delivery' | 'answers' | 'step' | 'failure'>
> & {
  /** As typed in a refused form. */
  gift?: GiftChoice
  problems?: Partial<CheckoutProps['problems']>
}

const NO_PROBLEMS = { email: null, address: null, date: null, payment: null }

export function checkoutFacts(
  services: Services,
  visitor: Visitor,
  priced: PricedOrder,
  pageState: CheckoutPageState,
): CheckoutPageProps {
  const { order } = priced
  const checkout = checkoutProps(services, visitor, priced, pageState)
  return {
    buyer: checkoutBuyer(visitor, paths.checkout(order.token, { step: checkout.step })),
    checkout,
    summary: summaryProps(services, visitor, order, priced),
    recurring: canChooseRecurring(order)
      ? recurringOption(services, order, paths.checkout(order.token))
      : null,
  }
}

function checkoutProps(
  services: Services,
  visitor: Visitor,
  { order, facts, totals }: PricedOrder,
  { gift = 'unchanged', ...pageState }: CheckoutPageState,
): CheckoutProps {
  const { db, clock, config } = services
  const now = clock.now()
  const { totalCents } = totals
  const saved = savedAddressesFor(db, visitor.user)
  return {
    orderToken: order.token,
    authenticityToken: visitor.token(),
    normalizeEmail: visitor.user?.email ?? null,
    storePhone: config.store.phone,
    email: order.email ?? '',
    delivery: shownDelivery(order, saved),
    gift: gift === 'unchanged' ? giftOf(order) : gift,
    answers: {},
    savedAddresses: saved,
    savedCards: savedCardsFor(db, visitor.user, now),
    // After a wallet's city and ZIP code alone, no day can be saved.
    dates: hasAddress(order) ? toWireDates(db, order, datesFor(db, order, now), shipsFree(facts)) : [],
    arrivesOn: hasAddress(order) ? order.arrivalOn : null,
    flow: flowOf(order, totalCents),
    totalCents,
    failure: null,
    ...pageState,
    step: pageState.step ?? firstOpenStep(order),
    problems: { ...NO_PROBLEMS, ...pageState.problems },
    payments: paymentSettings(services),
    urls: urlsOf(order.token),
  }
}

export const failureSentence = ({ db }: Services, order: Order) =>
  paymentFailure(db, order) ?? PAYMENT_FAILED_SENTENCE

export function firstOpenStep(order: Order): Step {
  if (!order.email) return 'email'
  if (!hasAddress(order)) return 'address'
  return order.arrivalOn ? 'payment' : 'date'
}

/** The requested step if the order is far enough along, else the first open one. */
export function requestedStep(order: Order, requested: string | undefined): Step {
  const first = firstOpenStep(order)
  const step = STEPS.find((name) => name === requested)
  return step && STEPS.indexOf(step) <= STEPS.indexOf(first) ? step : first
}

const urlsOf = (token: string): CheckoutProps['urls'] => ({
  checkout: paths.checkout(token),
  email: paths.updateEmail(),
  address: paths.updateAddress(),
  suggestions: paths.addressSuggestions(),
  dates: paths.checkoutDates(token),
  arrivalDate: paths.updateArrivalDate(token),
  summary: paths.checkoutSummary({ order_token: token }),
  orderStatus: paths.checkoutStatus(token),
  paymentStatus: paths.paymentStatus(token),
  express: paths.validateAddress(),
  intent: paths.createIntent(),
  validate: paths.validatePayment(),
  savedCard: paths.paySavedCard(),
  confirmStripeless: paths.confirmStripeless(),
  paymentStatusPage: paths.paymentStatusPage(token),
  confirmation: paths.confirmation(token),
  cart: paths.cart(),
  terms: paths.terms(),
})

/** Gifts don't come again, and a membership's box always does. */
const canChooseRecurring = ({ giftOrder, membershipId }: Order) => !giftOrder && membershipId === null
