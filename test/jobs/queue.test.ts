import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { jobs, staffFlags } from '#db/schema/index.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { claimJobs, enqueue, LEASE_MS, requeueAbandoned } from '#src/jobs/queue.ts'
import { runDueJobs } from '#src/jobs/worker.ts'
import { advanceClock, parseSpan } from '#src/work/advance.ts'
import { JOB_KINDS } from '#src/work/kinds.ts'
import { type World, world } from '../support/world.ts'

const HOUR = 3_600_000

function addJob({ db, clock }: World, key: string, runAt?: number) {
  return durably(db, (tx) =>
    enqueue(tx, { kind: 'test_job', key, payload: { key }, now: clock.now(), runAt }),
  )
}

/** Lets a job of the tests' own kind do `work`, for one test. */
async function withJob(work: (key: string) => Promise<void> | void, run: () => Promise<void>, attempts = 3) {
  JOB_KINDS.test_job = { perform: async (_, { key }) => work(String(key)), attempts }
  try {
    await run()
  } finally {
    delete JOB_KINDS.test_job
  }
}

describe('jobs', () => {
  test('REL-1 the same key is one job, however often it is enqueued', async () => {
    const shop = await world()
    const done: string[] = []
    await withJob(
      (key) => void done.push(key),
      async () => {
        await addJob(shop, 'a')
        await addJob(shop, 'a')
        await runDueJobs(shop.services)
        await addJob(shop, 'a')
        await runDueJobs(shop.services)
      },
    )
    expect(done).toEqual(['a'])
  })

  test('REL-1 of two takers each job has one', async () => {
    const shop = await world()
    for (let index = 0; index < 15; index++) await addJob(shop, `j${index}`)
    const now = shop.clock.now()
    const [first, second] = await Promise.all([claimJobs(shop.db, now, 1), claimJobs(shop.db, now, 1)])
    expect(new Set([...first, ...second].map((job) => job.id)).size).toBe(15)
    expect(first).toHaveLength(10)
  })

  test('REL-1 a job of a process that died is taken up again after its lease', async () => {
    const shop = await world()
    await addJob(shop, 'a')
    const wall = shop.services.wallClock.now()
    await claimJobs(shop.db, shop.clock.now(), wall)
    await requeueAbandoned(shop.db, wall + LEASE_MS - 1)
    expect(await claimJobs(shop.db, shop.clock.now(), wall)).toEqual([])
    await requeueAbandoned(shop.db, wall + LEASE_MS + 1)
    expect(await claimJobs(shop.db, shop.clock.now(), wall)).toHaveLength(1)
  })

  test('REL-1 a failing job is tried again later, then left to the staff', async () => {
    const shop = await world()
    let tries = 0
    const fail = () => {
      tries++
      throw new Error('the mail server is down')
    }
    await withJob(fail, async () => {
      await addJob(shop, 'a')
      for (let round = 0; round < 5; round++) {
        await runDueJobs(shop.services)
        shop.pass(HOUR)
      }
    })
    expect(tries).toBe(3)
    expect(shop.db.select().from(jobs).where(eq(jobs.key, 'a')).get()).toMatchObject({
      state: 'failed',
      error: 'the mail server is down',
    })
    expect(shop.db.select().from(staffFlags).where(eq(staffFlags.reason, 'job_failed')).all()).toHaveLength(1)
  })
})

test('REL-1 a receipt does not wait behind the pictures of an import', async () => {
  const { db, clock } = await world()
  await durably(db, (tx) => {
    for (let index = 0; index < 30; index++) {
      enqueue(tx, { kind: 'import_picture', key: `p${index}`, payload: {}, now: clock.now() })
    }
    enqueue(tx, { kind: 'mail_receipt', key: 'receipt:x', payload: {}, now: clock.now() })
  })
  const claimed = await claimJobs(db, clock.now(), 1)
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
    await withJob(
      (key) => void seen.push([key, clock.now() - start]),
      async () => {
        await addJob(shop, 'in two days', start + 48 * HOUR)
        await addJob(shop, 'in an hour', start + HOUR)
        await addJob(shop, 'in a month', start + 31 * 24 * HOUR)
        expect(await advanceClock(services, 14 * 24 * HOUR)).toBe(2)
      },
    )
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
