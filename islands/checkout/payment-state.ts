import type { Intent } from './responses.ts'

export type Payment =
  | { phase: 'preparing'; problem: string | null }
  | { phase: 'unavailable'; message: string }
  | { phase: 'entering'; intent: Intent; isComplete: boolean; problem: string | null }
  | { phase: 'paying'; intent: Intent }

export type PaymentAction =
  | { type: 'prepared'; intent: Intent }
  | { type: 'preparing_failed'; message: string }
  | { type: 'details_changed'; isComplete: boolean }
  | { type: 'pay_started' }
  | { type: 'pay_refused'; message: string; code: string }

export function reducePayment(payment: Payment, action: PaymentAction): Payment {
  switch (action.type) {
    case 'prepared':
      return entering(payment, action.intent)
    case 'preparing_failed':
      return { phase: 'unavailable', message: action.message }
    case 'details_changed':
      return payment.phase === 'entering' ? { ...payment, isComplete: action.isComplete } : payment
    case 'pay_started':
      return payment.phase === 'entering' ? { phase: 'paying', intent: payment.intent } : payment
    case 'pay_refused':
      return withProblem(stoppedPayment(payment), action.message)
  }
}

/** One click pays again: the details are still there and were complete. */
export const stoppedPayment = (payment: Payment): Payment =>
  payment.phase === 'paying'
    ? { phase: 'entering', intent: payment.intent, isComplete: true, problem: null }
    : payment

function entering(before: Payment, intent: Intent): Payment {
  if (before.phase === 'entering') return { ...before, intent, isComplete: staysComplete(before, intent) }
  const problem = before.phase === 'preparing' ? before.problem : null
  return { phase: 'entering', intent, isComplete: intent.flow === 'alc-free', problem }
}

/** Entered details stay complete across flows with the same fields. */
function staysComplete(
  { intent, isComplete }: Extract<Payment, { phase: 'entering' }>,
  next: Intent,
): boolean {
  if (next.flow === 'alc-free') return true
  return intent.flow === 'alc-free' ? false : isComplete
}

/** A refusal before the form was ready needs a new intent. */
const withProblem = (payment: Payment, message: string): Payment =>
  payment.phase === 'entering' ? { ...payment, problem: message } : { phase: 'unavailable', message }
