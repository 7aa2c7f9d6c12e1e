import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import type { Intent } from './answers.ts'
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
  /** Stands at the top of the page until it is dismissed or overtaken. */
  flash: string | null
}

/** The one thing that is open, and how far it has come. */
export type Stage =
  | { step: 'email'; saving: boolean; problem: EmailProblem | null }
  | { step: 'address'; saving: boolean; problem: AddressProblem | null }
  | { step: 'date'; saving: boolean; problem: string | null }
  | { step: 'payment'; payment: Payment }

export type Payment =
  | { phase: 'preparing'; problem: string | null }
  | { phase: 'unavailable'; message: string }
  | { phase: 'entering'; intent: Intent; complete: boolean; problem: string | null }
  | { phase: 'paying'; intent: Intent }

export type CheckoutAction =
  | { type: 'opened'; step: Step }
  | { type: 'saving' }
  | { type: 'email_saved'; email: string }
  | { type: 'email_refused'; problem: EmailProblem }
  | { type: 'address_edited' }
  | { type: 'address_saved'; delivery: DeliveryFields; dates: WireDate[]; arrivesOn: Day | null }
  | { type: 'address_refused'; problem: AddressProblem; typed: DeliveryFields }
  | { type: 'date_chosen'; arrivesOn: Day }
  | { type: 'date_saved' }
  | { type: 'date_refused'; message: string; dates: WireDate[]; arrivesOn: Day | null }
  | { type: 'prepared'; intent: Intent }
  | { type: 'preparing_failed'; message: string }
  | { type: 'details_changed'; complete: boolean }
  | { type: 'terms'; accepted: boolean }
  | { type: 'pay_started' }
  | { type: 'pay_refused'; message: string; code: string }
  | { type: 'flashed'; message: string | null }

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
      return { ...state, ...pick(action), delivery: action.delivery, stage: openStage('date') }
    case 'address_refused':
      return { ...state, delivery: action.typed, stage: { step: 'address', saving: false, problem: action.problem } }
    case 'date_chosen':
      return { ...state, arrivesOn: action.arrivesOn, stage: { step: 'date', saving: true, problem: null } }
    case 'date_saved':
      return { ...state, stage: openStage('date') }
    case 'date_refused':
      return { ...state, ...pick(action), stage: { step: 'date', saving: false, problem: action.message } }
    case 'terms':
      return { ...state, termsAccepted: action.accepted }
    case 'flashed':
      return { ...state, flash: action.message, stage: stopped(state.stage) }
    default:
      return reducePayment(state, action)
  }
}

type PaymentAction = Extract<
  CheckoutAction,
  { type: 'prepared' | 'preparing_failed' | 'details_changed' | 'pay_started' | 'pay_refused' }
>

/** What happens within the payment step; late news from a step that was left changes nothing. */
function reducePayment(state: CheckoutState, action: PaymentAction): CheckoutState {
  if (state.stage.step !== 'payment') return state
  const { payment } = state.stage
  switch (action.type) {
    case 'prepared':
      return { ...paymentState(state, entering(payment, action.intent)), totalCents: action.intent.amountCents }
    case 'preparing_failed':
      return paymentState(state, { phase: 'unavailable', message: action.message })
    case 'details_changed':
      return payment.phase === 'entering' ? paymentState(state, { ...payment, complete: action.complete }) : state
    case 'pay_started':
      return payment.phase === 'entering'
        ? { ...paymentState(state, { phase: 'paying', intent: payment.intent }), flash: null }
        : state
    case 'pay_refused':
      return { ...state, stage: refusedStage(payment, action) }
  }
}

const paymentState = (state: CheckoutState, payment: Payment): CheckoutState => ({
  ...state,
  stage: { step: 'payment', payment },
})

/** A fresh intent: what was entered and said before stays when only the amount is new. */
function entering(before: Payment, intent: Intent): Payment {
  if (before.phase === 'entering') return { ...before, intent }
  return { phase: 'entering', intent, complete: intent.flow === 'alc-free', problem: problemOf(before) }
}

const problemOf = (payment: Payment) => (payment.phase === 'preparing' ? payment.problem : null)

/** Which step a refusal of the server sends the shopper back to; the rest is said beside the button. */
const STEP_OF_CODE: Readonly<Record<string, 'email' | 'address' | 'date'>> = {
  email_missing: 'email',
  address_missing: 'address',
  po_box: 'address',
  not_served: 'address',
  date_missing: 'date',
  date_unavailable: 'date',
}

function refusedStage(before: Payment, { message, code }: { message: string; code: string }): Stage {
  switch (STEP_OF_CODE[code]) {
    case 'email':
      return { step: 'email', saving: false, problem: { message, html: null } }
    case 'address':
      return { step: 'address', saving: false, problem: { kind: 'plain', message, fields: [] } }
    case 'date':
      return { step: 'date', saving: false, problem: message }
    default:
      return { step: 'payment', payment: withProblem(stoppedPayment(before), message) }
  }
}

const withProblem = (payment: Payment, problem: string): Payment =>
  payment.phase === 'entering' ? { ...payment, problem } : { phase: 'preparing', problem }

type Problems = Partial<CheckoutProps['problems']>

function openStage(step: Step, problems: Problems = {}): Stage {
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

const pick = ({ dates, arrivesOn }: { dates: WireDate[]; arrivesOn: Day | null }) => ({ dates, arrivesOn })

const saving = (stage: Stage): Stage => (stage.step === 'payment' ? stage : { ...stage, saving: true })

function stopped(stage: Stage): Stage {
  if (stage.step === 'payment') return { step: 'payment', payment: stoppedPayment(stage.payment) }
  return { ...stage, saving: false }
}

/** Trying again is one click: the details entered are still there, and were complete. */
const stoppedPayment = (payment: Payment): Payment =>
  payment.phase === 'paying' ? { phase: 'entering', intent: payment.intent, complete: true, problem: null } : payment

/** A choice offered for one address does not hold for another one being typed. */
function withoutChoice(stage: Stage): Stage {
  if (stage.step !== 'address' || !stage.problem || stage.problem.kind === 'plain') return stage
  return { ...stage, problem: null }
}
