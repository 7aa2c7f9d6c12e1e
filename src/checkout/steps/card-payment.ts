import type { Order } from '#db/schema/index.ts'
import { formatCents } from '../../money.ts'
import type { Refusal } from '../../orders/readiness.ts'
import { type CardToCharge, type Confirmation, confirmCard } from '../../payments/confirm.ts'
import { flowOf } from '../../payments/flow.ts'
import { ensureIntent } from '../../payments/intents.ts'
import { latestPayment } from '../../payments/payments.ts'
import { together } from '../../payments/single-flight.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Services } from '../../services.ts'
import { placeFreeOrder, prepareToPay } from '../paying.ts'

export type CardPayment = {
  card: CardToCharge
  /** The shopper ticked the terms box with this try. */
  agreed: boolean
  /** The total on the button that was pressed, when it was told: never the amount, only compared with it. */
  shownCents: number | null
}

/**
 * Pays an order by a card that the provider's form gave a name: PREPARE, the one intent, its confirmation by us, and
 * FINALIZE. The same form sent again while it is being worked on waits for the one answer.
 * @throws a StripeError when the provider cannot be reached and nothing is known of a charge
 */
export function payWithCard(services: Services, order: Order, payment: CardPayment): Promise<Confirmation> {
  return together(`card:${order.token}:${JSON.stringify(payment)}`, () => pay(services, order, payment))
}

async function pay(services: Services, order: Order, payment: CardPayment): Promise<Confirmation> {
  const { totalCents } = currentTotals(services.db, order, services.clock.now())
  const shownCents = payment.shownCents ?? agreedCents(services, order)
  if (isAnother(totalCents, shownCents)) return changed(services, order, totalCents)
  if (flowOf(order, totalCents) === 'alc-free') {
    const placed = await placeFreeOrder(services, order, payment.agreed)
    return placed.ok ? { outcome: 'paid' } : refused(placed.refusal)
  }
  const ready = await prepareToPay(services, order, payment.agreed)
  if (!ready.ok) return refused(ready.refusal)
  if (isAnother(ready.totalCents, shownCents)) return refused(totalChanged(ready.totalCents))
  return confirmCard(services, order.id, payment.card)
}

/** What the order came to when its payment was last spoken of: for whoever does not tell what they were shown. */
function agreedCents({ db }: Services, order: Order): number | null {
  const payment = latestPayment(db, order.id)
  return payment?.status === 'open' && payment.intentId !== null ? payment.amountCents : null
}

/** From now on the new total is what was told: the next try is for that. */
async function changed(services: Services, order: Order, totalCents: number): Promise<Confirmation> {
  await ensureIntent(services, order.id)
  return refused(totalChanged(totalCents))
}

const refused = (refusal: Refusal): Confirmation => ({ outcome: 'refused', refusal })

const isAnother = (totalCents: number, shownCents: number | null) =>
  shownCents !== null && shownCents !== totalCents

/** Nobody is charged another amount than the one on the button. */
const totalChanged = (totalCents: number): Refusal => ({
  code: 'price_changed',
  message: `The total is now ${formatCents(totalCents)}. Please look at it before you pay.`,
})
