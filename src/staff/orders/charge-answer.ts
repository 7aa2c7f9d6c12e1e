import { endOpenExtra } from '../../payments/extra-charge-card.ts'
import type { ExtraOutcome } from '../../payments/extra-charge-try.ts'
import { ifAnswered } from '../../payments/provider.ts'
import type { Services } from '../../services.ts'

export type ChargeAnswer =
  | { ok: true; message: string }
  | { ok: false; status: 402 | 409 | 422; message: string }

export const NO_KEPT_CARD =
  "We don't keep this order's card, so the customer has to make this change on their order's page, and pay there."

/** The outcome of a charge that staff asked for. Only the customer can answer the bank's 3-D Secure check, so it fails. */
export async function chargeAnswer(
  services: Services,
  orderId: number,
  outcome: ExtraOutcome,
  done: string,
): Promise<ChargeAnswer> {
  switch (outcome.outcome) {
    case 'changed':
      return { ok: true, message: done }
    case 'pending':
      return {
        ok: true,
        message: 'The bank is still processing it. We’ll make the change as soon as the money arrives.',
      }
    case 'declined':
      return {
        ok: false,
        status: 402,
        message: `The card was declined, so nothing changed: ${outcome.message}`,
      }
    case 'refused':
      return { ok: false, status: 409, message: outcome.refusal.message }
    case 'returned':
      return { ok: false, status: 409, message: outcome.message }
    case 'stale':
      return { ok: false, status: 409, message: 'The order has changed. Please check it again.' }
    default:
      await ifAnswered(services, () => endOpenExtra(services, orderId))
      return {
        ok: false,
        status: 409,
        message: `The bank wants the customer to confirm this payment. ${NO_KEPT_CARD}`,
      }
  }
}
