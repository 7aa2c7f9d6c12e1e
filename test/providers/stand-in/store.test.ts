import { expect, test } from 'vitest'
import { Database } from '#db/driver.mjs'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { charge, freshFile, shop } from './shop.ts'

test('R6 charges, idempotency keys and unsent events survive a crash', async () => {
  const file = freshFile()
  const before = await shop({ store: openStandInStore(file) })
  const paid = await before.stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey: 'once' })

  // Opened alongside the first store, which closes and flushes nothing: the state after a kill -9.
  const after = await shop({ store: openStandInStore(file) })
  expect((await after.stripe.paymentIntents.retrieve(paid.id)).status).toBe('succeeded')
  expect(
    (await after.stripe.paymentIntents.create(charge('pm_card_visa'), { idempotencyKey: 'once' })).id,
  ).toBe(paid.id)
  expect(after.standIn.ledger().charges).toBe(1)
  expect(await after.standIn.deliverDue()).toBe(3)
})

test('R6 a charge is synced to disk before the response', () => {
  const store = openStandInStore(freshFile())
  const levels: unknown[] = []
  const kept = { id: 'pi_1', kind: 'payment_intent', json: '{}', note: null, created: 1 }
  store.durably(() => store.add(kept))
  levels.push(store.synchronous())
  store.quickly(() => store.deliveryDone(1))
  levels.push(store.synchronous())
  store.durably(() => store.replace(kept))
  levels.push(store.synchronous())
  store.close()
  expect(levels).toEqual([2, 1, 2])
})

test('R6 a refused action leaves nothing behind', () => {
  const store = openStandInStore(':memory:')
  const work = () => {
    store.add({ id: 'pi_1', kind: 'payment_intent', json: '{}', note: null, created: 1 })
    throw new Error('refused')
  }
  expect(() => store.durably(work)).toThrow('refused')
  expect(store.find('pi_1')).toBeUndefined()
  store.close()
})

test('R6 a delivery whose process died is due again when its lease ends', () => {
  const store = openStandInStore(':memory:')
  store.durably(() => {
    store.add({ id: 'evt_1', kind: 'event', json: '{}', note: null, created: 1 })
    store.planDelivery('evt_1', 1_000, false)
  })
  expect(store.claimDelivery(999, 30_000)).toBeUndefined()
  expect(store.claimDelivery(1_000, 30_000)).toMatchObject({ eventId: 'evt_1', attempts: 1 })
  expect(store.claimDelivery(30_999, 30_000)).toBeUndefined()
  expect(store.claimDelivery(31_000, 30_000)).toMatchObject({ eventId: 'evt_1', attempts: 2 })
  store.close()
})

test('R6 the tables are strict', () => {
  const file = freshFile()
  openStandInStore(file).close()
  const db = new Database(file)
  const tables = db
    .prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'")
    .all()
  db.close()
  expect(tables.length).toBe(4)
  expect(tables).toEqual(tables.map((each) => ({ ...(each as object), strict: 1 })))
})

test('old events are deleted, but not those still to be sent', () => {
  const store = openStandInStore(':memory:')
  store.durably(() => {
    for (let each = 1; each <= 6; each += 1) {
      store.add({ id: `evt_${each}`, kind: 'event', json: '{}', note: null, created: each })
    }
    store.planDelivery('evt_1', 0, false)
    store.forgetEventsBeyond(3)
  })
  expect(store.all('event').map(({ id }) => id)).toEqual(['evt_6', 'evt_5', 'evt_4', 'evt_1'])
  store.close()
})
