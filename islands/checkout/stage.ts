import { type Payment, stoppedPayment } from './payment-state.ts'
import type { AddressAnswers, AddressProblem, CheckoutProps, EmailProblem, Step } from './props.ts'

/** The one thing that is open, and how far it has come. */
export type Stage =
  | { step: 'email'; saving: boolean; problem: EmailProblem | null }
  /** `asking`: the problem is a question that stands open over the page. */
  | {
      step: 'address'
      saving: boolean
      problem: AddressProblem | null
      asking: boolean
      answered: AddressAnswers
    }
  | { step: 'date'; saving: boolean; problem: string | null }
  | { step: 'payment'; payment: Payment }

/** The step that a refusal of the server sends the shopper back to; null when it is said beside the button. */
export function refusedStage({ message, code }: { message: string; code: string }): Stage | null {
  switch (code) {
    case 'email_missing':
      return { step: 'email', saving: false, problem: { message, html: null } }
    case 'address_missing':
    case 'po_box':
    case 'not_served':
      return addressStage({ kind: 'plain', message, fields: [] })
    case 'date_missing':
    case 'date_unavailable':
      return { step: 'date', saving: false, problem: message }
    default:
      return null
  }
}

export function openStage(step: Step, problems: Partial<CheckoutProps['problems']> = {}): Stage {
  switch (step) {
    case 'email':
      return { step, saving: false, problem: problems.email ?? null }
    case 'address':
      return addressStage(problems.address ?? null)
    case 'date':
      return { step, saving: false, problem: problems.date ?? null }
    case 'payment':
      return { step, payment: { phase: 'preparing', problem: problems.payment ?? null } }
  }
}

export const addressStage = (problem: AddressProblem | null, asking = true): Stage => ({
  step: 'address',
  saving: false,
  problem,
  asking: asking && problem !== null && problem.kind !== 'plain',
  answered: {},
})

export const withAnswers = (stage: Stage, answered: AddressAnswers = {}): Stage =>
  stage.step === 'address' ? { ...stage, answered } : stage

/** The step with what a refused wallet needs; the sentence stands at the top, where the wallets are. */
export function stageAfterWallet(stage: Stage, refusal: { message: string; code: string }): Stage {
  const opened = refusedStage(refusal)
  if (opened) return opened
  return refusal.code === 'terms_required' && stage.step !== 'payment' ? openStage('payment') : stopped(stage)
}

export const savingStage = (stage: Stage): Stage =>
  stage.step === 'payment' ? stage : { ...stage, saving: true }

export function stopped(stage: Stage): Stage {
  if (stage.step === 'payment') return { step: 'payment', payment: stoppedPayment(stage.payment) }
  return { ...stage, saving: false }
}

/** A choice offered for one address does not hold for another one being typed. */
export function withoutChoice(stage: Stage): Stage {
  if (stage.step !== 'address' || !stage.problem || stage.problem.kind === 'plain') return stage
  return { ...stage, problem: null, asking: false }
}
