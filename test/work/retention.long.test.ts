import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import {
  analyticsEvents,
  jobs,
  orderLines,
  orders,
  recurringConsents,
  staffFlags,
  stockMovements,
} from '#db/schema/index.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { signedIn } from '../support/rewards.ts'
import { type World, world } from '../support/world.ts'

const DAY = 24 * 3_600_000

/** Lets days pass as in a running shop. */
async function live({ pass, services }: World, days: number) {
  pass(days * DAY)
  await endWhatIsOld(services)
}

const PERSONAL = {
  email: null,
  deliveryName: null,
  deliveryStreet1: null,
  deliveryPhone: null,
  giftRecipientName: null,
}

/** Whether any column of the order still has Ana's data. */
const knowsAna = (order: object) => /Ana|ana@|Pike|206/.test(JSON.stringify(order))

describe('REL-5 an unpaid order', () => {
  test('REL-5 of a guest is anonymized after sixty days, and later deleted', async () => {
    const shop = await world()
    const { db } = shop
    const token = await readyToPay(await shop.shopper(), db)
    await live(shop, 59)
    expect(orderOf(db, token)).toMatchObject({ state: 'addressed' })
    expect(knowsAna(orderOf(db, token))).toBe(true)
    await live(shop, 2)
    expect(orderOf(db, token)).toMatchObject({ ...PERSONAL, state: 'expired', sessionHash: null })
    expect(knowsAna(orderOf(db, token))).toBe(false)
    const { id } = orderOf(db, token)
    await live(shop, 61)
    expect(orderOf(db, token)).toBeUndefined()
    expect(db.select().from(orderLines).where(eq(orderLines.orderId, id)).all()).toEqual([])
  })

  test('REL-5 with an open payment waits until the provider has canceled it, and stays for accounting', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    await prepareToPay(ana, token)
    await live(shop, 61)
    expect(orderOf(shop.db, token).state).toBe('payment_pending')
    shop.db.run(`update payments set status = 'canceled'`)
    await live(shop, 1)
    expect(orderOf(shop.db, token)).toMatchObject({ ...PERSONAL, state: 'expired', holdExpiresAt: null })
    await live(shop, 61)
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'expired' })
  })

  test('REL-5 of an account stays', async () => {
    const shop = await world()
    const token = await readyToPay(await signedIn(shop), shop.db)
    await live(shop, 100)
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'addressed', deliveryName: 'Ana Whitcomb' })
  })
})

test('REL-5 analytics, resolved flags and failed jobs are deleted; open flags stay', async () => {
  const shop = await world()
  const { db } = shop
  const at = shop.clock.now()
  await durably(db, (tx) => {
    tx.delete(staffFlags).run()
    const events = Array.from({ length: 450 }, (_, n) => ({
      key: `e${n}`,
      name: 'purchase',
      properties: {},
      at,
    }))
    tx.insert(analyticsEvents).values(events).run()
    const flag = { kind: 'ledger', detail: 'A difference.', createdAt: at }
    tx.insert(staffFlags)
      .values([
        { ...flag, key: 'open' },
        { ...flag, key: 'resolved', resolvedAt: at },
      ])
      .run()
    const failed = { kind: 'mail_receipt', payload: {}, runAt: at, createdAt: at, finishedAt: at }
    tx.insert(jobs)
      .values({ ...failed, key: 'failed', state: 'failed' })
      .run()
  })
  await live(shop, 90)
  expect(db.select().from(jobs).all()).toHaveLength(1)
  await live(shop, 400)
  expect(db.select().from(analyticsEvents).all()).toEqual([])
  expect(db.select().from(jobs).all()).toEqual([])
  expect(db.select().from(staffFlags).all()).toMatchObject([{ key: 'open' }])
})

describe('REL-5 what the law requires stays', () => {
  test('REL-5 a recall can reach a guest for two years after the year of sale, and the trace stays', async () => {
    const shop = await world() // in November 2026
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    await live(shop, 750)
    expect(knowsAna(orderOf(shop.db, token))).toBe(true)
    await live(shop, 60)
    const order = orderOf(shop.db, token)
    expect(order).toMatchObject({ ...PERSONAL, state: 'paid', deliveryState: 'WA' })
    expect(
      shop.db.select().from(stockMovements).where(eq(stockMovements.orderId, order.id)).all(),
    ).toHaveLength(1)
    expect(shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).all()).toHaveLength(1)
  })

  test('REL-5 a renewal consent is kept for three years after it ended, even without an account', async () => {
    const shop = await world()
    const orderId = shop.db.select().from(orders).get()!.id
    const now = shop.clock.now()
    const consent = { orderId, userId: null, renewPeriodType: 'four_weeks', words: 'I agree' } as const
    await durably(shop.db, (tx) => {
      tx.delete(recurringConsents).run()
      const given = { ...consent, priceCents: 5000, termsVersion: '1', givenAt: now }
      tx.insert(recurringConsents)
        .values([
          { ...given, withdrawnAt: now },
          { ...given, withdrawnAt: null },
        ])
        .run()
    })
    const kept = () => shop.db.select().from(recurringConsents).all()
    await live(shop, 3 * 365)
    expect(kept()).toHaveLength(2)
    await live(shop, 4)
    expect(kept()).toMatchObject([{ withdrawnAt: null }])
  })
})

test("REL-5 a row that can't be deleted doesn't block other deletions", async () => {
  const shop = await world()
  const { db } = shop
  const token = await readyToPay(await shop.shopper(), db)
  const longAgo = shop.clock.now() - 400 * DAY
  db.insert(analyticsEvents).values({ key: 'old', name: 'old', properties: {}, at: longAgo }).run()
  db.run(sql`create trigger broken_event before delete on analytics_events
    begin select raise(abort, 'broken'); end`)
  await expect(live(shop, 61)).rejects.toThrow('broken')
  expect(knowsAna(orderOf(db, token))).toBe(false)
})

test('REL-5 a row that fails keeps neither the rest of its kind nor a person from being erased', async () => {
  const shop = await world()
  const { db } = shop
  const [broken, other] = [
    await readyToPay(await shop.shopper(), db),
    await readyToPay(await shop.shopper(), db),
  ]
  const longAgo = shop.clock.now() - 400 * DAY
  const event = { name: 'old', properties: {}, at: longAgo }
  const events = Array.from({ length: 250 }, (_, n) => ({ ...event, key: `event${n}` }))
  db.insert(analyticsEvents).values(events).run()
  db.run(sql`create trigger broken_event before delete on analytics_events when old.key = 'event0'
    begin select raise(abort, 'broken event'); end`)
  db.run(sql`create trigger broken_order before update on orders
    when new.email is null and old.identifier = ${sql.raw(`'${orderOf(db, broken).identifier}'`)}
    begin select raise(abort, 'broken order'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await expect(live(shop, 61)).rejects.toThrow('broken event')
  expect(knowsAna(orderOf(db, other))).toBe(false)
  expect(orderOf(db, broken)).toMatchObject({ state: 'addressed', deliveryName: 'Ana Whitcomb' })
  expect(
    db
      .select()
      .from(analyticsEvents)
      .all()
      .map(({ key }) => key),
  ).toEqual(['event0'])
  expect(errors.mock.calls.filter(([, words]) => words === 'an old row could not be ended')).toHaveLength(2)
})
