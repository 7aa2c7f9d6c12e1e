import type { Order } from '#db/schema/index.ts'
import type { DeliveryStepProps, StepProblems } from '#views/checkout/delivery-step-page.tsx'
import type { SavedAddressShown } from '#views/checkout/saved-addresses.tsx'
import type { CheckoutSummaryProps } from '#views/checkout/summary.tsx'
import { formatPhone } from '../../delivery/rules.ts'
import { lockedSentence } from '../../orders/delivery-lock.ts'
import { giftOf } from '../../orders/gifting.ts'
import { shownAddressOf } from '../../orders/order-address.ts'
import { paidTotals } from '../../orders/placed.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../web/env.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { recurringOption } from '../recurring-option.ts'
import { chosenAddress, savedAddressesShown } from '../saved-address.ts'
import { summaryProps } from '../summary.ts'
import { deliveryDays, type ShownDays } from './delivery-days.ts'
import type { StepRefusal } from './delivery-step.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'

/** What the page shows beside what is saved: the form as it was filled in, what was wrong with it, where to go after. */
export type StepShown = {
  step?: DeliveryStep
  wrong?: StepRefusal[]
  /** Everything that was sent, to be sent again with an answer to the question. */
  retold?: Record<string, string>
  returnTo: string | null
}

export type StepFacts = { page: DeliveryStepProps; summary: CheckoutSummaryProps }

/** Everything the delivery page is made of, with the order as it would stand by what is filled in so far. */
export function deliveryStepFacts(
  services: Services,
  visitor: Visitor,
  order: Order,
  shown: StepShown,
): StepFacts {
  const { db, clock, config } = services
  const now = clock.now()
  const isPlaced = !isOpen(order.state)
  const addresses = savedAddressesShown(db, visitor.user)
  const delivery = deliveryFields(order, shown.step, addresses)
  const days = deliveryDays(db, order, {
    zip: delivery.zip || visitor.postalCode || '',
    arrival: shown.step?.arrival ?? null,
    now,
  })
  const here = shown.returnTo
    ? paths.deliveryStep(order.token, { change: 'true', return_to: shown.returnTo })
    : paths.deliveryStep(order.token)
  const page: DeliveryStepProps = {
    who: checkoutBuyer(visitor, here),
    orderToken: order.token,
    isPlaced,
    locked: isPlaced ? lockedSentence(order, now) : null,
    email: asksEmail(order) ? (shown.step?.email ?? visitor.user?.email ?? '') : null,
    delivery,
    saved: {
      addresses,
      chosen: shown.step ? shown.step.addressId || null : chosenAddress(addresses, delivery),
    },
    days,
    gift: giftShown(order, shown.step),
    recurring: isPlaced ? null : recurringOption(services, order, paths.deliveryStep(order.token)),
    problems: problemsOf(shown.wrong ?? []),
    question: questionOf(shown),
    returnTo: shown.returnTo,
    store: config.store,
  }
  return { page, summary: summaryBy(services, visitor, order, days) }
}

/** An order is paid under somebody's email: whoever has not said it yet says it here. */
export const asksEmail = (order: Order) => isOpen(order.state) && order.email === null

/** As typed, else as the order has it, else where its shopper has boxes sent. */
function deliveryFields(
  order: Order,
  step: DeliveryStep | undefined,
  saved: SavedAddressShown[],
): DeliveryStepProps['delivery'] {
  if (step) return { ...step.typed, phone: formatPhone(step.typed.phone) }
  const usual = saved.find(({ isDefault }) => isDefault)
  if (usual && order.deliveryStreet1 === null) return usual.address
  return shownAddressOf(order)
}

/** Not offered for a membership's box that is paid for: it comes again, and a gift comes once. */
function giftShown(order: Order, step: DeliveryStep | undefined): DeliveryStepProps['gift'] {
  if (!isOpen(order.state) && order.recurring) return null
  const gift = step && step.gift !== 'as_it_is' ? step.gift : giftOf(order)
  return { ticked: gift !== null, recipientName: '', recipientEmail: '', message: '', ...gift }
}

function problemsOf(wrong: StepRefusal[]): StepProblems {
  const problems: StepProblems = { address: null, date: null, email: null, gift: null }
  for (const one of wrong) {
    if ('message' in one) problems[one.at] = one.message
    else if (one.refusal.type !== null) problems.address = { message: one.refusal.message, fields: [] }
    else if (one.at === 'date') problems.date = one.refusal.message
    else problems.address = { message: one.refusal.message, fields: one.refusal.fields }
  }
  return problems
}

function questionOf({ wrong = [], retold = {}, step }: StepShown): DeliveryStepProps['question'] {
  for (const one of wrong) {
    if ('message' in one || one.refusal.type === null || !step) continue
    return { refusal: one.refusal, typed: step.typed, retold }
  }
  return null
}

/** As it would stand: the day that is chosen on the page is not saved yet, but what it costs is said beside it. */
function summaryBy(
  services: Services,
  visitor: Visitor,
  order: Order,
  days: ShownDays | null,
): CheckoutSummaryProps {
  const saved = summaryProps(services, visitor, order)
  if (!isOpen(order.state)) return { ...saved, totals: paidTotals(order, order.totalCents ?? 0) }
  const returnTo = paths.deliveryStep(order.token)
  if (!days?.chosen) return { ...saved, returnTo }
  const { chosen, transitDays, state, fcId } = days
  const then: Order = {
    ...order,
    transitDays,
    fcId,
    deliveryState: state ?? order.deliveryState,
    expedited: chosen.expedited,
    arrivalOn: chosen.date,
    lockAt: chosen.lockAt,
  }
  return { ...summaryProps(services, visitor, then), returnTo, addressKnown: true }
}
