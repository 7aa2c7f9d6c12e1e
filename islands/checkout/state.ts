import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { type Payment, type PaymentAction, reducePayment, stoppedPayment } from './payment-state.ts'
import type { AddressProblem, CheckoutProps, EmailProblem, Step, WireDate } from './props.ts'

export type CheckoutState = {
  stage: Stage
  email: string
  delivery: DeliveryFields
  dates: WireDate[]
  arrivesOn: Day | null
  /** What the shopper has been shown; never charged otherwise. */
  totalCents: number
  termsAccepted: boolean
  /** Stands at the top of the page until the next try. */
  flash: string | null
}

/** The one thing that is open, and how far it has come. */
export type Stage =
  | { step: 'email'; saving: boolean; problem: EmailProblem | null }
  | { step: 'address'; saving: boolean; problem: AddressProblem | null }
  | { step: 'date'; saving: boolean; problem: string | null }
  | { step: 'payment'; payment: Payment }

type Dated = { dates: WireDate[]; arrivesOn: Day | null }

export type CheckoutAction =
  | { type: 'opened'; step: Step }
  | { type: 'saving' }
  | { type: 'email_saved'; email: string }
  | { type: 'email_refused'; problem: EmailProblem }
  | { type: 'address_edited' }
  | ({ type: 'address_saved'; delivery: DeliveryFields } & Dated)
  | { type: 'address_refused'; problem: AddressProblem; typed: DeliveryFields }
  | { type: 'date_chosen'; arrivesOn: Day }
  | { type: 'date_saved' }
  | ({ type: 'date_refused'; message: string } & Dated)
  | { type: 'terms'; accepted: boolean }
  | { type: 'flashed'; message: string }
  | PaymentAction

export const openingState = (props: CheckoutProps): CheckoutState => ({
  stage: openStage(props.step, props.problems),
  email: props.email,
  delivery: props.delivery,
  dates: props.dates,
  arrivesOn: props.arrivesOn,
  totalCents: props.totalCents,
  termsAccepted: false,
  flash: props.failure,
})

export function reduce(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'opened':
      return { ...state, stage: openStage(action.step) }
    case 'saving':
      return { ...state, flash: null, stage: saving(state.stage) }
    case 'email_saved':
      return { ...state, email: action.email, stage: openStage(afterEmail(state)) }
    case 'email_refused':
      return { ...state, stage: { step: 'email', saving: false, problem: action.problem } }
    case 'address_edited':
      return { ...state, stage: withoutChoice(state.stage) }
    case 'address_saved':
      return { ...state, ...dated(action), delivery: action.delivery, stage: openStage('date') }
    case 'address_refused':
      return {
        ...state,
        delivery: action.typed,
        stage: { step: 'address', saving: false, problem: action.problem },
      }
    case 'date_chosen':
      return { ...state, arrivesOn: action.arrivesOn, stage: { step: 'date', saving: true, problem: null } }
    case 'date_saved':
      return { ...state, stage: openStage('date') }
    case 'date_refused':
      return { ...state, ...dated(action), stage: { step: 'date', saving: false, problem: action.message } }
    case 'terms':
      return { ...state, termsAccepted: action.accepted }
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
    totalCents: action.type === 'prepared' ? action.intent.amountCents : state.totalCents,
    flash: action.type === 'pay_started' ? null : state.flash,
  }
}

/** The step that a refusal of the server sends the shopper back to; null when it is said beside the button. */
function refusedStage({ message, code }: { message: string; code: string }): Stage | null {
  switch (code) {
    case 'email_missing':
      return { step: 'email', saving: false, problem: { message, html: null } }
    case 'address_missing':
    case 'po_box':
    case 'not_served':
      return { step: 'address', saving: false, problem: { kind: 'plain', message, fields: [] } }
    case 'date_missing':
    case 'date_unavailable':
      return { step: 'date', saving: false, problem: message }
    default:
      return null
  }
}

function openStage(step: Step, problems: Partial<CheckoutProps['problems']> = {}): Stage {
  switch (step) {
    case 'email':
      return { step, saving: false, problem: problems.email ?? null }
    case 'address':
      return { step, saving: false, problem: problems.address ?? null }
    case 'date':
      return { step, saving: false, problem: problems.date ?? null }
    case 'payment':
      return { step, payment: { phase: 'preparing', problem: problems.payment ?? null } }
  }
}

/** Mending the email must not make the shopper walk through an address that is already there. */
const afterEmail = ({ arrivesOn, dates }: CheckoutState): Step =>
  arrivesOn ? 'payment' : dates.length > 0 ? 'date' : 'address'

const dated = ({ dates, arrivesOn }: Dated): Dated => ({ dates, arrivesOn })

const saving = (stage: Stage): Stage => (stage.step === 'payment' ? stage : { ...stage, saving: true })

function stopped(stage: Stage): Stage {
  if (stage.step === 'payment') return { step: 'payment', payment: stoppedPayment(stage.payment) }
  return { ...stage, saving: false }
}

/** A choice offered for one address does not hold for another one being typed. */
function withoutChoice(stage: Stage): Stage {
  if (stage.step !== 'address' || !stage.problem || stage.problem.kind === 'plain') return stage
  return { ...stage, problem: null }
}
