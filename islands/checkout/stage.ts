import type { AddressRefusal } from '#src/checkout/address-question.ts'
import type { Step } from '#src/checkout/island/step-order.ts'
import { type Payment, stoppedPayment } from './payment-state.ts'
import type { AddressAnswers, CheckoutProps, EmailProblem } from './props.ts'

export type Stage =
  | { step: 'email'; isSaving: boolean; problem: EmailProblem | null }
  /** `isAsking`: the problem is a question in an open dialog. */
  | {
      step: 'address'
      isSaving: boolean
      problem: AddressRefusal | null
      isAsking: boolean
      answers: AddressAnswers
    }
  | { step: 'date'; isSaving: boolean; problem: string | null }
  | { step: 'payment'; payment: Payment }

/** The step a refusal sends the shopper back to; null when the message belongs beside the pay button. */
export function refusedStage({ message, code }: { message: string; code: string }): Stage | null {
  switch (code) {
    case 'email_missing':
      return { step: 'email', isSaving: false, problem: { message, html: null } }
    case 'address_missing':
    case 'address_changed':
    case 'po_box':
    case 'not_served':
      return addressStage({ type: null, message, fields: [] })
    case 'date_missing':
    case 'date_unavailable':
    case 'date_changed':
      return { step: 'date', isSaving: false, problem: message }
    default:
      return null
  }
}

export function openStage(step: Step, problems: Partial<CheckoutProps['problems']> = {}): Stage {
  switch (step) {
    case 'email':
      return { step, isSaving: false, problem: problems.email ?? null }
    case 'address':
      return addressStage(problems.address ?? null)
    case 'date':
      return { step, isSaving: false, problem: problems.date ?? null }
    case 'payment':
      return {
        step,
        payment: { phase: 'preparing', problem: problems.payment ?? null, isInCart: problems.isInCart },
      }
  }
}

export const addressStage = (problem: AddressRefusal | null, isAsking = true): Stage => ({
  step: 'address',
  isSaving: false,
  problem,
  isAsking: isAsking && problem !== null && problem.type !== null,
  answers: {},
})

export const withAnswers = (stage: Stage, answers: AddressAnswers = {}): Stage =>
  stage.step === 'address' ? { ...stage, answers } : stage

/** The step that fixes a wallet's refusal. The message shows at the top, next to the wallets. */
export function stageAfterWallet(stage: Stage, refusal: { message: string; code: string }): Stage {
  const opened = refusedStage(refusal)
  if (opened) return opened
  return refusal.code === 'terms_required' && stage.step !== 'payment'
    ? openStage('payment')
    : stoppedStage(stage)
}

export const savingStage = (stage: Stage): Stage =>
  stage.step === 'payment' ? stage : { ...stage, isSaving: true }

export function stoppedStage(stage: Stage): Stage {
  if (stage.step === 'payment') return { step: 'payment', payment: stoppedPayment(stage.payment) }
  return { ...stage, isSaving: false }
}

/** Typing another address withdraws the question about the first. */
export function withoutQuestion(stage: Stage): Stage {
  if (stage.step !== 'address' || !stage.problem || stage.problem.type === null) return stage
  return { ...stage, problem: null, isAsking: false }
}
