import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { dayHolds, holds, stock, stockMovements } from '#db/schema/index.ts'
import { prepareOrder } from '#src/orders/prepare.ts'
import { receiveUnits, sellUnits } from '#src/stock/stock.ts'
import { fillCart, orderOf, readyToPay } from '../support/buying.ts'
import { offerOf } from '../support/shop-data.ts'
import { world } from '../support/world.ts'

test('PAY-8 a preparation that fails halfway leaves no holds', async () => {
  const { db, shopper, clock } = await world()
  const { id } = orderOf(db, await readyToPay(await shopper(), db))
  // Empties the stock between its check and its hold, as no request could.
  db.run(sql`create trigger empties after insert on day_holds begin update stock set on_hand = 0; end`)
  const refused = await prepareOrder(db, id, { now: clock.now(), holdSeconds: 600, agreed: true })
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'sold_out' } })
  expect(db.select().from(dayHolds).where(eq(dayHolds.orderId, id)).all()).toEqual([])
  expect(db.select().from(holds).where(eq(holds.orderId, id)).all()).toEqual([])
})

test('REL-2 an order takes all of its offers from its own center, or none at all', async () => {
  const { db, shopper, clock } = await world()
  const order = { id: orderOf(db, await fillCart(await shopper(), db)).id, fcId: 1 }
  const [chicken, honey] = [offerOf(db, 'whole-chicken').id, offerOf(db, 'wildflower-honey').id]
  const now = clock.now()
  await durably(db, (tx) => {
    for (const fcId of [1, 2])
      receiveUnits(
        tx,
        fcId,
        [chicken, honey].map((offerId) => ({ offerId, quantity: 5 })),
        now,
      )
  })
  const onHand = () =>
    new Map(
      db
        .select()
        .from(stock)
        .all()
        .map((row) => [`${row.offerId} in ${row.fcId}`, row.onHand]),
    )
  const before = onHand()
  const sold = [
    { offerId: chicken, quantity: 2 },
    { offerId: honey, quantity: 3 },
  ]
  await durably(db, (tx) => sellUnits(tx, order, sold, now))
  const after = new Map(before)
  for (const { offerId, quantity } of sold)
    after.set(`${offerId} in 1`, (before.get(`${offerId} in 1`) ?? 0) - quantity)
  expect(onHand()).toEqual(after)
  const moved = db.select().from(stockMovements).where(eq(stockMovements.orderId, order.id)).all()
  expect(moved.map(({ offerId, fcId, delta, reason, at }) => ({ offerId, fcId, delta, reason, at }))).toEqual(
    sold.map(({ offerId, quantity }) => ({ offerId, fcId: 1, delta: -quantity, reason: 'sold', at: now })),
  )

  const tooMany = [...sold.slice(0, 1), { offerId: honey, quantity: (after.get(`${honey} in 1`) ?? 0) + 1 }]
  await expect(durably(db, (tx) => sellUnits(tx, order, tooMany, now))).rejects.toThrow('oversells')
  expect(onHand()).toEqual(after)
})
