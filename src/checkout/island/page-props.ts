import type { Db } from '#db/client.ts'
import type { BoughtGiftCard, Order } from '#db/schema/index.ts'
import type { CheckoutProps } from '#islands/checkout/props.ts'
import type { CheckoutPageProps } from '#views/checkout/checkout-page.tsx'
import { needsAddress } from '../../orders/cards-readiness.ts'
import { canBeGift, giftOf } from '../../orders/gifting.ts'
import { itemsOf, type OrderItem } from '../../orders/items.ts'
import { hasAddress } from '../../orders/order-address.ts'
import type { PricedOrder } from '../../orders/priced-order.ts'
import { paths } from '../../paths.ts'
import { flowOf } from '../../payments/flow.ts'
import { PAYMENT_FAILED_SENTENCE } from '../../payments/rules.ts'
import { paymentFailure } from '../../payments/status.ts'
import { boughtCardsOf } from '../../pricing/bought-cards.ts'
import { shipsFree } from '../../pricing/total.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../web/env.ts'
import { datesFor } from '../arrival-date.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { closedDay } from '../closed-day.ts'
import type { GiftChoice } from '../gift-problem.ts'
import { paymentSettings } from '../payment-settings.ts'
import { recurringOption } from '../recurring-option.ts'
import { savedAddressesFor, shownDelivery } from '../saved-address.ts'
import { periodToPayFor } from '../shown.ts'
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
    recurring: canChooseRecurring(priced)
      ? recurringOption(services, order, paths.checkout(order.token))
      : null,
  }
}

function checkoutProps(
  services: Services,
  visitor: Visitor,
  { order, items, extras, facts, totals }: PricedOrder,
  { gift = 'unchanged', ...pageState }: CheckoutPageState,
): CheckoutProps {
  const { db, clock, config } = services
  const now = clock.now()
  const { totalCents, giftCents } = totals
  const saved = savedAddressesFor(db, visitor.user)
  const steps = stepsOf(items, () => extras.boughtCards)
  // After a wallet's city and ZIP code alone, no day can be saved.
  const days = steps.includes('date') && hasAddress(order) ? datesFor(db, order, now) : null
  const closed = days && closedDay(db, order, days, now)
  const step = pageState.step ?? firstOpenStep(steps, order)
  return {
    orderToken: order.token,
    authenticityToken: visitor.token(),
    normalizeEmail: visitor.user?.email ?? null,
    storePhone: config.store.phone,
    email: order.email ?? '',
    delivery: shownDelivery(order, saved),
    gift: gift === 'unchanged' ? giftOf(order) : gift,
    canBeGift: canBeGift(order),
    answers: {},
    savedAddresses: saved,
    savedCards: savedCardsFor(db, visitor.user, now),
    dates: days ? toWireDates(db, order, { days, shipsFree: shipsFree(facts), now }) : [],
    arrivesOn: days && !closed ? order.arrivalOn : null,
    flow: flowOf(order, totalCents),
    period: periodToPayFor(order),
    totalCents,
    giftCents,
    failure: null,
    ...pageState,
    steps,
    step: closed && step === 'payment' ? 'date' : step,
    problems: { ...NO_PROBLEMS, date: closed?.message ?? null, ...pageState.problems },
    payments: paymentSettings(services),
    urls: urlsOf(order),
  }
}

export const failureSentence = ({ db }: Services, order: Order) =>
  paymentFailure(db, order) ?? PAYMENT_FAILED_SENTENCE

/** Gift cards alone need no delivery day, and an address only for those on paper. */
function stepsOf(items: OrderItem[], readCards: () => BoughtGiftCard[]): Step[] {
  if (items.length > 0) return [...STEPS]
  return needsAddress(readCards()) ? ['email', 'address', 'payment'] : ['email', 'payment']
}

const isDone = (step: Step, order: Order): boolean => {
  if (step === 'email') return order.email !== null
  if (step === 'address') return hasAddress(order)
  return step === 'date' && order.arrivalOn !== null
}

const firstOpenStep = (steps: Step[], order: Order): Step =>
  steps.find((step) => !isDone(step, order)) ?? 'payment'

/** The requested step if the order is far enough along, else the first open one. */
export function requestedStep(
  db: Db,
  order: Order,
  requested: string | undefined,
  items = itemsOf(db, order.id),
): Step {
  const steps = stepsOf(items, () => boughtCardsOf(db, order.id))
  const first = firstOpenStep(steps, order)
  const step = steps.find((name) => name === requested)
  return step && steps.indexOf(step) <= steps.indexOf(first) ? step : first
}

const urlsOf = ({ token, draftedAt, membershipId }: Order): CheckoutProps['urls'] => ({
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
  changeBox: draftedAt === null && membershipId === null ? paths.cart() : null,
  terms: paths.terms(),
})

/** Gifts and what staff filled don't come again, and a membership's box always does. */
const canChooseRecurring = ({
  order: { giftOrder, membershipId, draftedAt, recurring },
  items,
}: PricedOrder) =>
  !giftOrder && membershipId === null && draftedAt === null && (items.length > 0 || recurring)
