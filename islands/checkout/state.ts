import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { type PaymentAction, reducePayment } from './payment-state.ts'
import type {
  AddressAnswers,
  AddressProblem,
  CheckoutProps,
  EmailProblem,
  Flow,
  Step,
  WireDate,
} from './props.ts'
import {
  addressStage,
  openStage,
  refusedStage,
  type Stage,
  savingStage,
  stageAfterWallet,
  stopped,
  withAnswers,
  withoutChoice,
} from './stage.ts'

export type CheckoutState = {
  stage: Stage
  email: string
  delivery: DeliveryFields
  /** Counts how often the fields were filled by another hand than the one that types. */
  filled: number
  dates: WireDate[]
  arrivesOn: Day | null
  flow: Flow
  /** What the shopper has been shown; never charged otherwise. */
  totalCents: number
  termsAccepted: boolean
  /** Stands at the top of the page until the next try. */
  flash: string | null
}

type Dated = { dates: WireDate[]; arrivesOn: Day | null }

export type CheckoutAction =
  | { type: 'opened'; step: Step }
  | { type: 'saving' }
  | { type: 'email_saved'; email: string }
  | { type: 'email_refused'; problem: EmailProblem }
  | { type: 'address_edited' }
  | { type: 'question_left' }
  | ({ type: 'address_saved'; delivery: DeliveryFields } & Dated)
  | ({ type: 'address_refused'; problem: AddressProblem; typed: DeliveryFields } & Refused)
  | { type: 'date_chosen'; arrivesOn: Day }
  | { type: 'date_saved' }
  | ({ type: 'days_renewed' } & Dated)
  | ({ type: 'date_refused'; message: string } & Dated)
  | { type: 'terms'; accepted: boolean }
  | { type: 'flash_read' }
  | { type: 'repriced'; flow: Flow; totalCents: number }
  | { type: 'email_told'; email: string }
  | ({ type: 'handed_over'; delivery: DeliveryFields } & Dated)
  | { type: 'wallet_refused'; message: string; code: string }
  | { type: 'flashed'; message: string }
  | PaymentAction

type Refused = {
  answered?: AddressAnswers
  /** Another hand has filled the fields: a wallet's, or the post office's. */
  refills?: boolean
  /** Nothing opens over the page: a wallet is open already. */
  quietly?: boolean
}

export const openingState = (props: CheckoutProps): CheckoutState => ({
  stage: withAnswers(openStage(props.step, props.problems), props.answered),
  email: props.email,
  delivery: props.delivery,
  filled: 0,
  dates: props.dates,
  arrivesOn: props.arrivesOn,
  flow: props.flow,
  totalCents: props.totalCents,
  termsAccepted: false,
  flash: props.failure,
})

export function reduce(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'opened':
      return { ...state, stage: openStage(action.step) }
    case 'saving':
      return { ...state, flash: null, stage: savingStage(state.stage) }
    case 'email_saved':
      return { ...state, email: action.email, stage: openStage(afterEmail(state)) }
    case 'email_refused':
      return { ...state, stage: { step: 'email', saving: false, problem: action.problem } }
    case 'address_edited':
      return { ...state, stage: withoutChoice(state.stage) }
    case 'question_left':
      return state.stage.step === 'address' ? { ...state, stage: { ...state.stage, asking: false } } : state
    case 'address_saved':
      return { ...state, ...dated(action), delivery: action.delivery, stage: openStage('date') }
    case 'address_refused':
      return {
        ...state,
        delivery: action.typed,
        filled: state.filled + (action.refills ? 1 : 0),
        stage: withAnswers(addressStage(action.problem, !action.quietly), action.answered),
      }
    case 'date_chosen':
      return { ...state, arrivesOn: action.arrivesOn, stage: { step: 'date', saving: true, problem: null } }
    case 'date_saved':
      return { ...state, stage: openStage('date') }
    case 'days_renewed':
      return { ...state, ...dated(action) }
    case 'date_refused':
      return { ...state, ...dated(action), stage: { step: 'date', saving: false, problem: action.message } }
    case 'terms':
      return { ...state, termsAccepted: action.accepted }
    case 'repriced':
      return { ...state, flow: action.flow, totalCents: action.totalCents }
    case 'flash_read':
      return { ...state, flash: null }
    case 'email_told':
      return { ...state, email: action.email }
    case 'handed_over':
      return { ...state, ...dated(action), delivery: action.delivery, stage: openStage('date') }
    case 'wallet_refused':
      return { ...state, flash: action.message, stage: stageAfterWallet(state.stage, action) }
    case 'flashed':
      return { ...state, flash: action.message, stage: stopped(state.stage) }
    default:
      return withPayment(state, action)
  }
}

/** What happens within the payment step; late news from a step that was left changes nothing. */
function withPayment(state: CheckoutState, action: PaymentAction): CheckoutState {
  if (state.stage.step !== 'payment') return state
  const refused = action.type === 'pay_refused' ? refusedStage(action) : null
  return {
    ...state,
    stage: refused ?? { step: 'payment', payment: reducePayment(state.stage.payment, action) },
    flow: action.type === 'prepared' ? action.intent.flow : state.flow,
    totalCents: action.type === 'prepared' ? action.intent.amountCents : state.totalCents,
    flash: action.type === 'pay_started' ? null : state.flash,
  }
}

/** Correction the email must not make the shopper walk through an address that is already there. */
const afterEmail = ({ arrivesOn, dates }: CheckoutState): Step =>
  arrivesOn ? 'payment' : dates.length > 0 ? 'date' : 'address'

const dated = ({ dates, arrivesOn }: Dated): Dated => ({ dates, arrivesOn })
