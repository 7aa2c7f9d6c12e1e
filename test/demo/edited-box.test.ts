import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { orders, payments } from '#db/schema/index.ts'
import { seedEditedBox } from '#src/demo/edited-box.ts'
import { changesOf } from '#src/orders/changes.ts'
import { orderById } from '#src/orders/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ANA, signedIn } from '../support/account.ts'
import { world } from '../support/world.ts'

async function demoWithEdit() {
  const shop = await world()
  const { db } = shop
  const onHand = () => db.get<{ units: number }>(sql`select sum(on_hand) as units from stock`).units
  const before = onHand()
  await durably(db, (tx) => seedEditedBox(tx, shop.clock.now()))
  expect([onHand(), ledgerProblems(db)]).toEqual([before, []])
  const [{ orderId } = { orderId: 0 }] = db.select().from(payments).where(eq(payments.flow, 'extra')).all()
  return { shop, db, order: () => orderById(db, orderId), jane: await signedIn(shop, ANA) }
}

test('GND-30 ORD-7 the demo’s shopper has an edited box, and its page shows what the edit cost', async () => {
  const { db, jane, order } = await demoWithEdit()
  const [change] = changesOf(db, order().id)
  expect(change).toMatchObject({ kind: 'edited', by: 'shopper', version: order().version })
  expect(change?.differenceCents).toBeGreaterThan(0)
  const page = (await (await jane.visit(`/account/orders/${order().token}`)).text()).replaceAll('&#39;', "'")
  expect(page).toMatch(
    /You changed what's inside.*Added 1 × Smoked trout.*more charged to Visa ending in 4242\./s,
  )
})

test('GND-30 ORD-4 a seeded box is canceled like any other: each of its payments is refunded', async () => {
  const { shop, db, jane, order } = await demoWithEdit()
  const { id, token, totalCents } = order()
  await jane.visit(`/account/orders/${token}`)
  expect((await jane.call('POST', `/account/orders/${token}/cancel`)).status).toBe(200)
  await shop.settleDown()
  expect(db.select().from(orders).where(eq(orders.id, id)).get()).toMatchObject({ state: 'canceled' })
  const { stripe } = shop.services
  const sent = await Promise.all(
    [`pi_demo_${id}`, `pi_demo_${id}_2`].map(async (payment_intent) => {
      const { data } = await stripe.refunds.list({ payment_intent })
      return data.map(({ amount, status }) => [amount, status])
    }),
  )
  const paid = db.select().from(payments).where(eq(payments.orderId, id)).all()
  expect(sent).toEqual(paid.map(({ amountCents }) => [[amountCents, 'succeeded']]))
  expect(paid.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalCents)
  expect(ledgerProblems(db)).toEqual([])
})
