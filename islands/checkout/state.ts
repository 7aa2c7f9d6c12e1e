import type { AddressRefusal } from '#src/checkout/address-question.ts'
import type { Step } from '#src/checkout/island/step-order.ts'
import { isMendedInCart } from '#src/checkout/mended-in-cart.ts'
import type { ShownChoice } from '#src/checkout/shown-fields.ts'
import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import type { Gift } from '#src/orders/rules.ts'
import type { Flow } from '#src/payments/flow.ts'
import { type PaymentAction, reducePayment } from './payment-state.ts'
import type { AddressAnswers, CheckoutProps, EmailProblem, SavedCard, WireDate } from './props.ts'
import {
  addressStage,
  openStage,
  refusedStage,
  type Stage,
  savingStage,
  stageAfterWallet,
  stoppedStage,
  withAnswers,
  withoutQuestion,
} from './stage.ts'

export type CheckoutState = {
  steps: Step[]
  stage: Stage
  email: string
  delivery: DeliveryFields
  /** `delivery` is what was typed, and the order may still have another address. */
  isAddressRefused: boolean
  gift: Gift | null
  /** Counts how often code, not the shopper, filled the fields. */
  fillCount: number
  dates: WireDate[]
  arrivesOn: Day | null
  flow: Flow
  /** Null for a one-time box. */
  period: RenewPeriod | null
  /** The total the shopper sees, and the only amount they are charged. */
  totalCents: number
  /** Of gift cards and store credit, as the summary shows it. */
  giftCents: number
  termsAccepted: boolean
  savedCards: SavedCard[]
  /** The saved card to pay with; null for a new one. */
  cardId: string | null
  flash: Flash | null
}

/** `isInCart`: the shopper can mend it only in the cart. */
type Flash = { message: string; isInCart?: true }

type Dated = { dates: WireDate[]; arrivesOn: Day | null }

export type CheckoutAction =
  | { type: 'step_opened'; step: Step }
  | { type: 'saving' }
  | { type: 'email_saved'; email: string }
  | { type: 'email_refused'; problem: EmailProblem }
  | { type: 'address_edited'; gift: Gift | null }
  | { type: 'question_dismissed' }
  | ({ type: 'address_saved'; delivery: DeliveryFields; gift?: Gift | null } & Dated)
  | ({
      type: 'address_refused'
      problem: AddressRefusal
      typed: DeliveryFields
      gift?: Gift | null
    } & Refused)
  | { type: 'date_chosen'; arrivesOn: Day }
  | { type: 'date_saved' }
  | ({ type: 'dates_refreshed' } & Dated)
  | ({ type: 'date_refused'; message: string } & Dated)
  | { type: 'terms_changed'; accepted: boolean }
  | { type: 'card_chosen'; cardId: string | null }
  | { type: 'flash_cleared' }
  | ({ type: 'repriced' } & Pick<CheckoutState, 'flow' | 'period' | 'totalCents' | 'giftCents'>)
  | { type: 'email_provided'; email: string }
  | ({ type: 'buyer_saved'; delivery: DeliveryFields } & Dated)
  | { type: 'wallet_refused'; message: string; code: string }
  | { type: 'flash_shown'; message: string }
  | PaymentAction

type Refused = {
  answers?: AddressAnswers
  /** A wallet or the suggested address replaces what was typed. */
  replacesFields?: boolean
  /** Opens no dialog, because a wallet is open. */
  isQuiet?: boolean
}

export const openingState = (props: CheckoutProps): CheckoutState => ({
  steps: props.steps,
  stage: withAnswers(openStage(props.step, props.problems), props.answers),
  email: props.email,
  delivery: props.delivery,
  isAddressRefused: props.problems.address !== null,
  gift: props.gift,
  fillCount: 0,
  dates: props.dates,
  arrivesOn: props.arrivesOn,
  flow: props.flow,
  period: props.period,
  totalCents: props.totalCents,
  giftCents: props.giftCents,
  termsAccepted: false,
  savedCards: props.savedCards,
  cardId: props.savedCards[0]?.id ?? null,
  flash: props.failure === null ? null : { message: props.failure },
})

export const paysBySavedCard = ({ cardId, flow }: CheckoutState) => cardId !== null && flow !== 'alc-free'

export const shownChoice = ({ steps, delivery, arrivesOn, period }: CheckoutState): ShownChoice => ({
  place: steps.includes('address') ? delivery : null,
  arrivesOn,
  period,
})

export function reduce(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'step_opened':
      return { ...state, stage: openStage(action.step) }
    case 'saving':
      return { ...state, flash: null, stage: savingStage(state.stage) }
    case 'email_saved':
      return { ...state, email: action.email, stage: openStage(afterEmail(state)) }
    case 'email_refused':
      return { ...state, stage: { step: 'email', isSaving: false, problem: action.problem } }
    case 'address_edited':
      return { ...state, gift: action.gift, stage: withoutQuestion(state.stage) }
    case 'question_dismissed':
      return state.stage.step === 'address' ? { ...state, stage: { ...state.stage, isAsking: false } } : state
    case 'address_saved':
      return {
        ...state,
        ...dated(action),
        ...typedOf(action, state),
        isAddressRefused: false,
        stage: openStage(afterAddress(state)),
      }
    case 'address_refused':
      return {
        ...state,
        ...typedOf({ ...action, delivery: action.typed }, state),
        isAddressRefused: true,
        fillCount: state.fillCount + (action.replacesFields ? 1 : 0),
        stage: withAnswers(addressStage(action.problem, !action.isQuiet), action.answers),
      }
    case 'date_chosen':
      return { ...state, arrivesOn: action.arrivesOn, stage: { step: 'date', isSaving: true, problem: null } }
    case 'date_saved':
      return { ...state, stage: openStage('date') }
    case 'dates_refreshed':
      return { ...state, ...dated(action) }
    case 'date_refused':
      return { ...state, ...dated(action), stage: { step: 'date', isSaving: false, problem: action.message } }
    case 'terms_changed':
      return { ...state, termsAccepted: action.accepted }
    case 'repriced': {
      const { flow, period, totalCents, giftCents } = action
      return { ...state, flow, period, totalCents, giftCents }
    }
    case 'card_chosen':
      return { ...state, cardId: action.cardId, stage: openStage('payment') }
    case 'flash_cleared':
      return { ...state, flash: null }
    case 'email_provided':
      return { ...state, email: action.email }
    case 'buyer_saved':
      return {
        ...state,
        ...dated(action),
        delivery: action.delivery,
        isAddressRefused: false,
        stage: openStage(afterAddress(state)),
      }
    case 'wallet_refused':
      return { ...state, flash: flashOf(action), stage: stageAfterWallet(state.stage, action) }
    case 'flash_shown':
      return { ...state, flash: { message: action.message }, stage: stoppedStage(state.stage) }
    default:
      return withPayment(state, action)
  }
}

const flashOf = ({ message, code }: { message: string; code: string }): Flash => ({
  message,
  ...(isMendedInCart(code) && { isInCart: true }),
})

/** Ignores late events of a payment step that is no longer open. */
function withPayment(state: CheckoutState, action: PaymentAction): CheckoutState {
  if (state.stage.step !== 'payment') return state
  const refused = action.type === 'pay_refused' ? refusedStage(action) : null
  const isCardGone = action.type === 'pay_refused' && action.code === 'card_unusable'
  return {
    ...state,
    ...(isCardGone && withoutCard(state)),
    stage: refused ?? { step: 'payment', payment: reducePayment(state.stage.payment, action) },
    flow: action.type === 'prepared' ? action.intent.flow : state.flow,
    totalCents: action.type === 'prepared' ? action.intent.amountCents : state.totalCents,
    flash: action.type === 'pay_started' ? null : state.flash,
  }
}

/** The shopper chooses again: no other card of theirs is chosen for them. */
const withoutCard = ({ savedCards, cardId }: CheckoutState) => ({
  savedCards: savedCards.filter(({ id }) => id !== cardId),
  cardId: null,
})

/** Correcting the email skips steps that are already done. A refused address is still to be corrected. */
function afterEmail(state: CheckoutState): Step {
  const { steps, arrivesOn, dates, isAddressRefused } = state
  if (isAddressRefused) return 'address'
  if (!steps.includes('date')) return steps.includes('address') ? 'address' : 'payment'
  return arrivesOn ? 'payment' : dates.length > 0 ? 'date' : 'address'
}

const afterAddress = ({ steps }: CheckoutState): Step => (steps.includes('date') ? 'date' : 'payment')

/** A wallet leaves the gift as it is. */
const typedOf = (
  { delivery, gift }: { delivery: DeliveryFields; gift?: Gift | null },
  state: CheckoutState,
) => ({ delivery, gift: gift === undefined ? state.gift : gift })

const dated = ({ dates, arrivesOn }: Dated): Dated => ({ dates, arrivesOn })
