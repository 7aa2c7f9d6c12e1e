import { isMendedInCart } from '#src/checkout/mended-in-cart.ts'
import type { CheckoutUrls } from './props.ts'
import type { Intent } from './responses.ts'

/** `isInCart`: the shopper can mend it only in the cart. */
type Problem = { problem: string | null; isInCart?: boolean | undefined }

export type Payment =
  /** Of a new card's fields. A saved card needs none, and is paid with from here. */
  | ({ phase: 'preparing' } & Problem)
  | { phase: 'unavailable'; message: string }
  | ({ phase: 'entering'; intent: Intent; isComplete: boolean } & Problem)
  /** `intent` is null while a saved card pays. */
  | { phase: 'paying'; intent: Intent | null }

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
      return started(payment)
    case 'pay_refused':
      return withProblem(payment, action)
  }
}

const started = (payment: Payment): Payment => ({
  phase: 'paying',
  intent: 'intent' in payment ? payment.intent : null,
})

/** Where the shopper can mend the problem, if it's in the box. */
export const cartUrlOf = (payment: Payment, { changeBox }: CheckoutUrls): string | null =>
  'isInCart' in payment && payment.isInCart ? changeBox : null

export function problemOf(payment: Payment): string | null {
  if (payment.phase === 'unavailable') return payment.message
  return payment.phase === 'paying' ? null : payment.problem
}

/** One click pays again: the details are still there and were complete. */
export function stoppedPayment(payment: Payment): Payment {
  if (payment.phase !== 'paying') return payment
  const { intent } = payment
  return intent
    ? { phase: 'entering', intent, isComplete: true, problem: null }
    : { phase: 'preparing', problem: null }
}

function entering(before: Payment, intent: Intent): Payment {
  if (before.phase === 'entering') return { ...before, intent, isComplete: staysComplete(before, intent) }
  const carried: Problem =
    before.phase === 'preparing'
      ? { problem: before.problem, ...(before.isInCart && { isInCart: true }) }
      : { problem: null }
  return { phase: 'entering', intent, isComplete: intent.flow === 'alc-free', ...carried }
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
function withProblem(payment: Payment, { message, code }: { message: string; code: string }): Payment {
  const stopped = stoppedPayment(payment)
  const isShown = stopped.phase === 'entering' || payment.phase === 'paying'
  return isShown && 'problem' in stopped
    ? { ...stopped, problem: message, isInCart: isMendedInCart(code) || undefined }
    : { phase: 'unavailable', message }
}
