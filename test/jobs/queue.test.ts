import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { jobs, staffFlags } from '#db/schema/index.ts'
import { importPicture } from '#src/catalog/import/picture-job.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { job } from '#src/jobs/job.ts'
import { claimJobs, enqueue, LEASE_MS, requeueAbandoned } from '#src/jobs/queue.ts'
import { runDue } from '#src/jobs/worker.ts'
import { mailReceipt } from '#src/orders/mails.tsx'
import { advanceClock, parseSpan } from '#src/work/advance-clock.ts'
import { type World, world } from '../support/world.ts'

const HOUR = 3_600_000

const TestJob = z.object({ key: z.string() })

/** A job of the tests' own kind, which does `work`. */
const testJob = (work: (key: string) => Promise<void> | void, attempts = 3) =>
  job('test_job', TestJob, { attempts }, async (_, { key }) => work(key))

const idle = testJob(() => undefined)

function addJob({ db, clock }: World, key: string, runAt?: number) {
  return durably(db, (tx) => enqueue(tx, idle, { key }, { key, now: clock.now(), runAt }))
}

const claim = ({ db, clock }: World, wallNow: number) =>
  claimJobs(db, { now: clock.now(), wallNow, idleKinds: ['import_picture'] })

describe('jobs', () => {
  test('REL-1 the same key is one job, however often it is enqueued', async () => {
    const shop = await world()
    const done: string[] = []
    const noted = [testJob((key) => void done.push(key))]
    await addJob(shop, 'a')
    await addJob(shop, 'a')
    await runDue(shop.services, noted)
    await addJob(shop, 'a')
    await runDue(shop.services, noted)
    expect(done).toEqual(['a'])
  })

  test('REL-1 of two takers each job has one', async () => {
    const shop = await world()
    for (let index = 0; index < 15; index++) await addJob(shop, `j${index}`)
    const [first, second] = await Promise.all([claim(shop, 1), claim(shop, 1)])
    expect(new Set([...first, ...second].map((job) => job.id)).size).toBe(15)
    expect(first).toHaveLength(10)
  })

  test('REL-1 a job of a process that died is taken up again after its lease', async () => {
    const shop = await world()
    await addJob(shop, 'a')
    const wall = shop.services.wallClock.now()
    await claim(shop, wall)
    await requeueAbandoned(shop.db, wall + LEASE_MS - 1)
    expect(await claim(shop, wall)).toEqual([])
    await requeueAbandoned(shop.db, wall + LEASE_MS + 1)
    expect(await claim(shop, wall)).toHaveLength(1)
  })

  test('REL-1 a failing job is tried again later, then left to the staff', async () => {
    const shop = await world()
    let tries = 0
    const fail = () => {
      tries++
      throw new Error('the mail server is down')
    }
    await addJob(shop, 'a')
    for (let round = 0; round < 5; round++) {
      await runDue(shop.services, [testJob(fail)])
      shop.pass(HOUR)
    }
    expect(tries).toBe(3)
    expect(shop.db.select().from(jobs).where(eq(jobs.key, 'a')).get()).toMatchObject({
      state: 'failed',
      error: 'the mail server is down',
    })
    expect(shop.db.select().from(staffFlags).where(eq(staffFlags.reason, 'job_failed')).all()).toHaveLength(1)
  })
})

test('REL-1 a receipt does not wait behind the pictures of an import', async () => {
  const shop = await world()
  const now = shop.clock.now()
  await durably(shop.db, (tx) => {
    for (let index = 0; index < 30; index++) {
      const pictures = { kind: 'farm' as const, slug: 'any', pictures: [] }
      enqueue(tx, importPicture, pictures, { key: `p${index}`, now })
    }
    enqueue(tx, mailReceipt, { orderId: 1 }, { key: 'receipt:x', now })
  })
  expect(importPicture.isIdle).toBe(true)
  const claimed = await claim(shop, 1)
  expect(claimed.map((job) => job.kind)).toContain('mail_receipt')
})

describe('the shop clock', () => {
  test('OPS-6 moving it runs what falls due, in order, at its own moment', async () => {
    const shop = await world()
    const wallClock = { now: () => 1_000_000 }
    const clock = shopClock(shop.db, wallClock)
    const services = { ...shop.services, clock, wallClock }
    await setShopTime(shop.db, shop.clock.now(), wallClock.now())
    const start = clock.now()
    const seen: [string, number][] = []
    const noted = [testJob((key) => void seen.push([key, clock.now() - start]))]
    await addJob(shop, 'in two days', start + 48 * HOUR)
    await addJob(shop, 'in an hour', start + HOUR)
    await addJob(shop, 'in a month', start + 31 * 24 * HOUR)
    expect(await advanceClock(services, 14 * 24 * HOUR, noted)).toBe(2)
    expect(seen).toEqual([
      ['in an hour', HOUR],
      ['in two days', 48 * HOUR],
    ])
    expect(clock.now()).toBe(start + 14 * 24 * HOUR)
    expect(shopClock(shop.db, wallClock).now()).toBe(clock.now())
  })

  test.each([
    ['14d', 14 * 24 * HOUR],
    ['36h', 36 * HOUR],
    ['90m', 1.5 * HOUR],
    ['20s', 20_000],
    ['', null],
    ['-3d', null],
    ['3 weeks', null],
  ])('OPS-6 %j is %j', (text, milliseconds) => expect(parseSpan(text)).toBe(milliseconds))
})
