import { eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { moneyMovements, offers, payments, refunds } from '#db/schema/index.ts'
import { takeHeldOf } from '#src/payments/held-money.ts'
import { settleWeights } from '#src/payments/packed-weights.ts'
import { expectOk, offerToken, orderOf } from './buying.ts'
import { advanceTo, memberShop, nextBoxOf, pastCharge } from './membership.ts'
import type { World, world } from './world.ts'

const BY_WEIGHT = 'demo-by-weight' // $8.90 a pound, at most nine pounds: $80.10

/** A member's next box with two packs sold by weight, after its charge: the money is held. */
export async function heldBox(wishes: Parameters<typeof world>[0] = {}) {
  const { made, member, db } = await memberShop(wishes)
  const { order_token: token } = await nextBoxOf(member)
  const offer = db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(db, BY_WEIGHT)))
    .get()!
  const two = { bid_item_token: offer.token, quantity: 2 }
  await expectOk(member.call('POST', `/v1/subscriptions/box_item/${token}`, two))
  const box = await nextBoxOf(member)
  await advanceTo(made, box.charge_at, -3_600_000)
  await pastCharge(made, box)
  const order = () => orderOf(db, token)
  const payment = () => db.select().from(payments).where(eq(payments.orderId, order().id)).get()!
  return {
    shop: made,
    made,
    member,
    token,
    box,
    order,
    payment,
    ledger: () =>
      db
        .select()
        .from(moneyMovements)
        .where(eq(moneyMovements.orderId, order().id))
        .all()
        .map(({ kind, amountCents }) => [kind, amountCents]),
    refunds: () =>
      db
        .select()
        .from(refunds)
        .where(eq(refunds.orderId, order().id))
        .all()
        .map(({ status, amountCents }) => [status, amountCents]),
    intent: () => made.services.stripe.paymentIntents.retrieve(payment().intentId!),
    /** What packing the box does to the money. @param grams of its two packs */
    pack: (...grams: [number, number]) =>
      durably(db, (tx) => {
        settleWeights(tx, order(), new Map([[offer.id, grams]]), made.clock.now())
        takeHeldOf(tx, [order().id], made.clock.now())
      }),
  }
}

export const letHoursPass = async (made: World, hours: number) => {
  made.pass(hours * 3_600_000)
  await made.settleDown()
}
