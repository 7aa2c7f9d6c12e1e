import { durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { orderById } from '../../orders/orders.ts'
import { acceptNewPrices } from '../../orders/prepare.ts'
import type { Refusal } from '../../orders/readiness.ts'
import { type CardToCharge, type Confirmation, confirmCard } from '../../payments/confirm.ts'
import { flowOf } from '../../payments/flow.ts'
import { ensureIntent } from '../../payments/intents.ts'
import { latestPayment } from '../../payments/payments.ts'
import { singleFlight } from '../../payments/single-flight.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Services } from '../../services.ts'
import { giftRefusal, placeFreeOrder, prepareToPay } from '../paying.ts'
import { totalChangedSentence } from '../sentences.ts'
import type { Shown } from '../shown.ts'

export type CardPayment = {
  card: CardToCharge
  agreed: boolean
  network: string
  /** The total on the button, if the form sent it. Only compared with the amount, never charged. */
  shownCents: number | null
  /** What it showed of gift cards and store credit, likewise. */
  shownGiftCents: number | null
  shown?: Shown | undefined
}

/**
 * PREPARE, intent, confirmation by the server, FINALIZE. A second copy of the same form waits for the first result.
 * @throws a StripeError when the provider is unreachable and nothing is known of a charge
 */
export function payWithCard(services: Services, order: Order, payment: CardPayment): Promise<Confirmation> {
  return singleFlight(services, `card:${order.token}:${JSON.stringify(payment)}`, () =>
    pay(services, order, payment),
  )
}

async function pay(services: Services, order: Order, payment: CardPayment): Promise<Confirmation> {
  const { totalCents } = currentTotals(services.db, order, services.clock.now())
  const shownCents = payment.shownCents ?? lastQuotedCents(services, order)
  if (differs(totalCents, shownCents)) return refuseNewTotal(services, order, payment)
  if (flowOf(order, totalCents) === 'alc-free') {
    const placed = await placeFreeOrder(services, order, payment)
    return placed.ok ? { outcome: 'paid' } : refused(placed.refusal)
  }
  const customer = payment.card.customer ?? null
  const ready = await prepareToPay(services, order, { ...payment, customer })
  if (!ready.ok) return refused(ready.refusal)
  if (differs(ready.totalCents, shownCents)) return refused(totalChanged(ready.totalCents))
  const giftChanged = giftRefusal(ready, payment.shownGiftCents)
  if (giftChanged) return refused(giftChanged)
  return confirmCard(services, order.id, payment.card)
}

/** The amount of the open intent, for forms that don't send the total they showed. */
function lastQuotedCents({ db }: Services, order: Order): number | null {
  const payment = latestPayment(db, order.id)
  return payment?.status === 'open' && payment.intentId !== null ? payment.amountCents : null
}

/** Updates the lines and the intent, so that the next try is for the new total. */
async function refuseNewTotal(
  services: Services,
  order: Order,
  { network, card }: CardPayment,
): Promise<Confirmation> {
  const totalCents = await acceptNewTotal(services, order.id)
  await ensureIntent(services, order.id, network, card.customer ?? null)
  return refused(totalChanged(totalCents))
}

/** In one transaction, so that no price counts as seen that isn't in the total we show. */
const acceptNewTotal = ({ db, clock }: Services, orderId: number): Promise<number> =>
  durably(db, (tx) => {
    const [order, now] = [orderById(tx, orderId), clock.now()]
    acceptNewPrices(tx, order, now)
    return currentTotals(tx, order, now).totalCents
  })

const refused = (refusal: Refusal): Confirmation => ({ outcome: 'refused', refusal })

const differs = (totalCents: number, shownCents: number | null) =>
  shownCents !== null && shownCents !== totalCents

const totalChanged = (totalCents: number): Refusal => ({
  code: 'price_changed',
  message: totalChangedSentence(totalCents),
})
