import type { Intent } from './responses.ts'

/** How far the payment step has come. */
export type Payment =
  | { phase: 'preparing'; problem: string | null }
  | { phase: 'unavailable'; message: string }
  | { phase: 'entering'; intent: Intent; complete: boolean; problem: string | null }
  | { phase: 'paying'; intent: Intent }

export type PaymentAction =
  | { type: 'prepared'; intent: Intent }
  | { type: 'preparing_failed'; message: string }
  | { type: 'details_changed'; complete: boolean }
  | { type: 'pay_started' }
  | { type: 'pay_refused'; message: string; code: string }

export function reducePayment(payment: Payment, action: PaymentAction): Payment {
  switch (action.type) {
    case 'prepared':
      return entering(payment, action.intent)
    case 'preparing_failed':
      return { phase: 'unavailable', message: action.message }
    case 'details_changed':
      return payment.phase === 'entering' ? { ...payment, complete: action.complete } : payment
    case 'pay_started':
      return payment.phase === 'entering' ? { phase: 'paying', intent: payment.intent } : payment
    case 'pay_refused':
      return withProblem(stoppedPayment(payment), action.message)
  }
}

/** Trying again is one click: the details entered are still there, and were complete. */
export const stoppedPayment = (payment: Payment): Payment =>
  payment.phase === 'paying'
    ? { phase: 'entering', intent: payment.intent, complete: true, problem: null }
    : payment

/** A fresh intent: what was entered and said before stays when only the amount is new. */
function entering(before: Payment, intent: Intent): Payment {
  if (before.phase === 'entering') return { ...before, intent, complete: isComplete(before, intent) }
  const problem = before.phase === 'preparing' ? before.problem : null
  return { phase: 'entering', intent, complete: intent.flow === 'alc-free', problem }
}

/** What was filled in counts for every flow that has the same fields. */
function isComplete({ intent, complete }: Extract<Payment, { phase: 'entering' }>, next: Intent): boolean {
  if (next.flow === 'alc-free') return true
  return intent.flow === 'alc-free' ? false : complete
}

/** Refused before there was anything to fill in, it cannot be tried without asking again. */
const withProblem = (payment: Payment, message: string): Payment =>
  payment.phase === 'entering' ? { ...payment, problem: message } : { phase: 'unavailable', message }
