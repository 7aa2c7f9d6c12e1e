import type { Order } from '#db/schema/index.ts'
import type { DeliveryStepProps, StepProblems } from '#views/checkout/delivery-step-page.tsx'
import type { CheckoutSummaryProps } from '#views/checkout/summary.tsx'
import { formatPhone } from '../../delivery/rules.ts'
import { lockedSentence } from '../../orders/delivery-lock.ts'
import { canBeGift, giftOf } from '../../orders/gifting.ts'
import { frozenTotals } from '../../orders/placed.ts'
import { isOpen } from '../../orders/states.ts'
import { unpaidChangeOf } from '../../orders/unpaid-change.ts'
import { paths } from '../../paths.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../web/env.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { recurringOption } from '../recurring-option.ts'
import { savedAddressesFor, shownDelivery } from '../saved-address.ts'
import { chosenAddress } from '../saved-address-options.ts'
import { summaryProps } from '../summary.ts'
import { deliveryDays, type ShownDays } from './delivery-days.ts'
import type { StepRefusal } from './delivery-step.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'

export type DeliveryPageState = {
  step?: DeliveryStep
  refusals?: StepRefusal[]
  formValues?: Record<string, string>
  returnTo: string | null
}

export type StepFacts = { page: DeliveryStepProps; summary: CheckoutSummaryProps }

export function deliveryStepFacts(
  services: Services,
  visitor: Visitor,
  order: Order,
  pageState: DeliveryPageState,
): StepFacts {
  const { db, clock, config } = services
  const now = clock.now()
  const isPlaced = !isOpen(order.state)
  const addresses = savedAddressesFor(db, visitor.user)
  const delivery = pageState.step ? asTyped(pageState.step) : shownDelivery(order, addresses)
  const days = deliveryDays(db, order, {
    zip: delivery.zip || visitor.postalCode || '',
    arrival: pageState.step?.arrival ?? null,
    now,
  })
  const thisPage = pageState.returnTo
    ? paths.deliveryStep(order.token, { change: 'true', return_to: pageState.returnTo })
    : paths.deliveryStep(order.token)
  const page: DeliveryStepProps = {
    buyer: checkoutBuyer(visitor, thisPage),
    orderToken: order.token,
    isPlaced,
    locked: isPlaced ? lockedSentence(order, now) : null,
    waiting: isPlaced ? (unpaidChangeOf(db, order, now)?.change ?? null) : null,
    email: asksEmail(order) ? (pageState.step?.email ?? visitor.user?.email ?? '') : null,
    delivery,
    saved: {
      addresses,
      chosen: pageState.step ? pageState.step.addressId || null : chosenAddress(addresses, delivery),
    },
    days,
    gift: giftShown(order, pageState.step),
    recurring:
      isPlaced || order.membershipId !== null || order.draftedAt !== null
        ? null
        : recurringOption(services, order, paths.deliveryStep(order.token)),
    problems: problemsOf(pageState.refusals ?? []),
    question: questionOf(pageState),
    returnTo: pageState.returnTo,
    store: config.store,
  }
  return { page, summary: previewSummary(services, visitor, order, days) }
}

const asTyped = ({ typed }: DeliveryStep) => ({ ...typed, phone: formatPhone(typed.phone) })

export const asksEmail = (order: Order) => isOpen(order.state) && order.email === null

/** Null for a paid recurring box and a member's next one: a gift can't recur. */
function giftShown(order: Order, step: DeliveryStep | undefined): DeliveryStepProps['gift'] {
  if (order.recurring && (!isOpen(order.state) || !canBeGift(order))) return null
  const gift = step && step.gift !== 'unchanged' ? step.gift : giftOf(order)
  return { ticked: gift !== null, recipientName: '', recipientEmail: '', message: '', ...gift }
}

function problemsOf(refusals: StepRefusal[]): StepProblems {
  const problems: StepProblems = { address: null, date: null, email: null, gift: null }
  for (const problem of refusals) {
    if ('message' in problem) problems[problem.at] = problem.message
    else if (problem.refusal.type !== null)
      problems.address = { message: problem.refusal.message, fields: [] }
    else if (problem.at === 'date') problems.date = problem.refusal.message
    else problems.address = { message: problem.refusal.message, fields: problem.refusal.fields }
  }
  return problems
}

function questionOf({
  refusals = [],
  formValues = {},
  step,
}: DeliveryPageState): DeliveryStepProps['question'] {
  for (const problem of refusals) {
    if ('message' in problem || problem.refusal.type === null || !step) continue
    return { refusal: problem.refusal, typed: step.typed, formValues }
  }
  return null
}

/** Prices the day chosen on the page, although it isn't saved yet. */
function previewSummary(
  services: Services,
  visitor: Visitor,
  order: Order,
  days: ShownDays | null,
): CheckoutSummaryProps {
  const saved = summaryProps(services, visitor, order)
  if (!isOpen(order.state)) return { ...saved, totals: frozenTotals(services.db, order) }
  const returnTo = paths.deliveryStep(order.token)
  if (!days?.chosen) return { ...saved, returnTo }
  const { chosen, transitDays, state, fcId } = days
  const preview: Order = {
    ...order,
    transitDays,
    fcId,
    deliveryState: state ?? order.deliveryState,
    expedited: chosen.expedited,
    arrivalOn: chosen.date,
    lockAt: chosen.lockAt,
  }
  return { ...summaryProps(services, visitor, preview), returnTo, addressKnown: true }
}
