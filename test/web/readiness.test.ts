import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { recordPurchase } from '#src/analytics/purchases.ts'
import { enqueue } from '#src/jobs/queue.ts'
import { longestWaitMs } from '#src/jobs/worker.ts'
import { JOBS } from '#src/work/jobs.ts'
import { world } from '../support/world.ts'

/** A shop with a polling worker, and the `/readyz` response a second later. */
async function polledShop() {
  const shop = await world()
  const { services } = shop
  return {
    ...shop,
    async readiness() {
      shop.pass(1_000)
      services.metrics.jobHeartbeat.set(services.wallClock.now() / 1000)
      const response = await shop.app.request('/readyz')
      return `${response.status} ${await response.text()}`
    },
  }
}

test('OPS-11 a shop that can sell is ready, and one that is starting or stopping is not', async () => {
  const { readiness, services } = await polledShop()
  expect(await readiness()).toBe('200 ready')
  services.lifecycle.starting = true
  expect(await readiness()).toBe('503 starting')
  services.lifecycle.stopping = true
  expect(await readiness()).toBe('503 stopping')
})

test.each(['order_lines', 'holds', 'jobs'])('OPS-11 without %s the shop is not ready', async (table) => {
  const { readiness, db } = await polledShop()
  db.run(sql.raw(`alter table ${table} rename to gone`))
  expect(await readiness()).toBe('503 database')
})

test('OPS-11 a schema changed by a newer release is not ready', async () => {
  const { readiness, db } = await polledShop()
  db.run(sql`insert into __drizzle_migrations (hash, created_at) values ('next', 9999999999999)`)
  expect(await readiness()).toBe('503 schema')
})

test('OPS-11 a job that has waited for hours, or a payment without updates, is reported', async () => {
  const { readiness, services } = await polledShop()
  services.metrics.oldestDueJob.set(2 * 3600)
  expect(await readiness()).toBe('503 jobs')
  services.metrics.oldestDueJob.set(60)
  services.metrics.oldestOpenPayment.set(7 * 3600)
  expect(await readiness()).toBe('503 payments')
})

test('OPS-11 the longest wait is that of the job due first', async () => {
  const { services, db, clock, pass } = await polledShop()
  expect(longestWaitMs(services, JOBS)).toBe(0)
  await durably(db, (tx) => enqueue(tx, recordPurchase, { orderId: 1 }, { key: 'late', now: clock.now() }))
  pass(90_000)
  expect(longestWaitMs(services, JOBS)).toBe(90_000)
})

test('OPS-11 readiness is checked at most once a second', async () => {
  const { readiness, app, db } = await polledShop()
  expect(await readiness()).toBe('200 ready')
  db.run(sql`alter table holds rename to gone`)
  expect((await app.request('/readyz')).status).toBe(200)
  expect(await readiness()).toBe('503 database')
})
