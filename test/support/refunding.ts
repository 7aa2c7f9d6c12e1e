import { eq } from 'drizzle-orm'
import { moneyMovements, refunds, staffFlags } from '#db/schema/index.ts'
import { paymentByIntent } from '#src/payments/payments.ts'
import { mailsTo } from './account.ts'
import { expectOk, offerToken, orderOf, prepareToPay, readyToPay } from './buying.ts'
import { saveStep } from './delivery-step.ts'
import { world } from './world.ts'

const FASTER = '2026-11-24'
const USUAL = '2026-12-03'

/** A shop with one order at the payment step, and what its ledger says about it. */
export async function orderToPay({ arrivesOn }: { arrivesOn?: string } = {}) {
  const shop = await world()
  const { db } = shop
  const ana = await shop.shopper()
  const token = await readyToPay(ana, db)
  if (arrivesOn)
    await expectOk(
      ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, { arrival_date: arrivesOn }),
    )
  const { clientSecret, paymentIntentId: intentId, amount_cents: paidCents } = await prepareToPay(ana, token)
  const order = () => orderOf(db, token)
  return {
    shop,
    db,
    ana,
    token,
    intentId,
    paidCents,
    pay: (card?: string) => ana.confirm(clientSecret, card),
    order,
    payment: () => paymentByIntent(db, intentId),
    refunds: () => db.select().from(refunds).where(eq(refunds.orderId, order().id)).all(),
    flags: () => db.select().from(staffFlags).where(eq(staffFlags.orderId, order().id)).all(),
    /** The order's rows in the money ledger, as kind and cents. */
    ledger: () =>
      db
        .select()
        .from(moneyMovements)
        .where(eq(moneyMovements.orderId, order().id))
        .all()
        .map(({ kind, amountCents }) => [kind, amountCents]),
    mails: () => mailsTo(shop, 'ana@example.com').map(({ subject }) => subject),
    /** The provider's refunds of the payment, oldest first. */
    async sent() {
      const { data } = await shop.services.stripe.refunds.list({ payment_intent: intentId })
      return data.map(({ amount }) => amount).reverse()
    },
  }
}

export async function paidOrder(card?: string, wishes?: { arrivesOn?: string }) {
  const paid = await orderToPay(wishes)
  await paid.pay(card)
  await paid.shop.settleDown()
  return paid
}

/** The cart changes while its card is charged, so the whole payment has to be refunded. */
export async function refusedPayment(card?: string) {
  const paid = await orderToPay()
  const { ana, db } = paid
  await expectOk(ana.call('POST', `/cart/items/${offerToken(db, 'demo-fifty')}`, { quantity: 1 }))
  await paid.pay(card)
  return paid
}

/** An expedited order that's paid, then moved to a standard day: $12.00 is due back. */
export async function loweredPrice() {
  const paid = await paidOrder(undefined, { arrivesOn: FASTER })
  const lower = () => saveStep(paid.ana, paid.token, { arrival_date: USUAL, expedited: '0' })
  return { ...paid, lower }
}
