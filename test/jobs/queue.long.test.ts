import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { durably, serialize } from '#db/client.ts'
import { jobs, staffFlags } from '#db/schema/index.ts'
import { importPicture } from '#src/catalog/import/picture-job.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { job } from '#src/jobs/job.ts'
import { LANES, type Lane } from '#src/jobs/lanes.ts'
import { LEASE_MS } from '#src/jobs/lease.ts'
import { claimJobs, enqueue, finishJob, MAX_CRASHES } from '#src/jobs/queue.ts'
import { runDue, startWorker } from '#src/jobs/worker.ts'
import { advanceClock, parseSpan } from '#src/work/advance-clock.ts'
import { countStatements } from '../support/statement-count.ts'
import { type World, world } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TestJob = z.object({ key: z.string() })

/** A job of a test kind that runs `work`. */
const testJob = (work: (key: string) => Promise<void> | void, lane: Partial<Lane> = {}, kind = 'test_job') =>
  job(kind, TestJob, { ...LANES.mail, ...lane }, async (_, { key }) => work(key))

const idle = testJob(() => undefined)

function addJob(
  { db, clock }: World,
  key: string,
  { runAt, of = idle }: { runAt?: number; of?: typeof idle } = {},
) {
  return durably(db, (tx) => enqueue(tx, of, { key }, { key, now: clock.now(), runAt }))
}

/** Claims as another process would. */
const claim = ({ db, clock }: World, places = 10) =>
  claimJobs(db, new Map([['test_job', places]]), clock.now())

const rowOf = ({ db }: World, key: string) => db.select().from(jobs).where(eq(jobs.key, key)).get()

const failureFlags = ({ db }: World) =>
  db.select().from(staffFlags).where(eq(staffFlags.kind, 'job_failed')).all()

const down = () => {
  throw new Error('the mail server is down')
}

/** A promise that the test resolves. */
function hanging() {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end: () => end() }
}

describe('jobs', () => {
  test('REL-1 one key is one job, however often it is enqueued', async () => {
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

  test('REL-1 two concurrent claims never get the same job', async () => {
    const shop = await world()
    for (let index = 0; index < 15; index++) await addJob(shop, `j${index}`)
    const [first, second] = await Promise.all([claim(shop), claim(shop)])
    expect(new Set([...first, ...second].map((job) => job.id)).size).toBe(15)
    expect(first).toHaveLength(10)
  })

  test('OPS-9 an idle worker runs no queries, and starts a job as soon as it is enqueued', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const shop = await world()
    const asked = countStatements(shop.db)
    const done = hanging()
    const worker = startWorker(shop.services, [testJob(done.end)])
    onTestFinished(() => worker.stop())
    do {
      asked.take()
      for (let turn = 0; turn < 20; turn++) await nextTurn()
    } while (asked.take().statements.length > 0)
    await vi.advanceTimersByTimeAsync(900)
    expect(asked.take().statements).toEqual([])
    await addJob(shop, 'a')
    await done.promise
  })

  test('REL-1 a job of a dead process is claimed again once its lease expires', async () => {
    const shop = await world()
    const done: string[] = []
    const noted = [testJob((key) => void done.push(key))]
    await addJob(shop, 'a')
    await claim(shop)
    await runDue(shop.services, noted)
    shop.pass(LEASE_MS)
    await runDue(shop.services, noted)
    expect(done).toEqual([])
    shop.pass(1)
    await runDue(shop.services, noted)
    expect(done).toEqual(['a'])
  })

  test('REL-1 a job running in a process that died runs again in the next process', async () => {
    const shop = await world()
    const { promise, end } = hanging()
    await addJob(shop, 'a')
    const run = runDue(shop.services, [testJob(() => promise)])
    await expect.poll(() => rowOf(shop, 'a')?.state).toBe('running')
    const next = shop.restart()
    await runDue(next.services, [idle])
    next.pass(LEASE_MS + 1)
    await runDue(next.services, [idle])
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'done', attempts: 2 })
    end()
    await run
  })

  test('REL-1 an idle worker still takes over expired jobs of other processes', async () => {
    const shop = await world()
    const done = hanging()
    await addJob(shop, 'a')
    await claim(shop)
    const worker = startWorker(shop.services, [testJob(done.end)])
    shop.pass(LEASE_MS + 1)
    await done.promise
    await worker.stop()
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('OPS-9 a job that keeps killing its process is abandoned at the limit, with a flag', async () => {
    const shop = await world()
    let runs = 0
    await addJob(shop, 'a')
    for (let crash = 0; crash < MAX_CRASHES; crash++) {
      runs += (await claim(shop)).length
      await runDue(shop.services, [])
      shop.pass(LEASE_MS + 1)
      await runDue(shop.services, [])
      shop.pass(2 * MINUTE)
    }
    expect(runs).toBe(MAX_CRASHES)
    expect(rowOf(shop, 'a')).toMatchObject({
      state: 'failed',
      error: 'The process died 5 times while it ran.',
    })
    expect(failureFlags(shop)).toHaveLength(1)
  })
})

describe('OPS-9 a failing job', () => {
  test('OPS-9 is retried for three days, at most fifteen minutes apart, then flagged for staff', async () => {
    const shop = await world()
    const tries: number[] = []
    const fail = testJob(() => {
      tries.push(shop.clock.now())
      down()
    })
    const start = shop.clock.now()
    await addJob(shop, 'a')
    for (let row = rowOf(shop, 'a'); row?.state === 'queued'; row = rowOf(shop, 'a')) {
      shop.pass(Math.max(0, row.runAt - shop.clock.now()))
      await runDue(shop.services, [fail])
    }
    const pauses = tries.slice(1).map((at, index) => at - tries[index]!)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(15 * MINUTE)
    expect(pauses[0]).toBeLessThanOrEqual(1_000)
    expect(new Set(pauses.slice(-20)).size).toBeGreaterThan(1) // jitter, so that jobs spread out
    expect(tries.at(-1)! - start).toBeGreaterThan(3 * DAY - 15 * MINUTE)
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'failed', error: 'the mail server is down' })
    expect(failureFlags(shop)).toHaveLength(1)
  })

  test('OPS-9 that was scheduled for later is retried from that time on', async () => {
    const shop = await world()
    await addJob(shop, 'a', { runAt: shop.clock.now() + 30 * DAY })
    shop.pass(30 * DAY)
    await runDue(shop.services, [testJob(down)])
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'queued' })
  })
})

describe('OPS-9 each kind of job has its own concurrency limit', () => {
  test('OPS-9 R29 hanging emails delay no other kind, and no more of them start than the limit', async () => {
    const shop = await world()
    const { promise, end } = hanging()
    let started = 0
    const stuck = testJob(() => {
      started++
      return promise
    })
    const done = hanging()
    const prompt = testJob(done.end, {}, 'prompt')
    for (let index = 0; index < 15; index++) await addJob(shop, `stuck ${index}`)
    await addJob(shop, 'prompt', { of: prompt })
    const worker = startWorker(shop.services, [stuck, prompt])
    await done.promise
    expect(started).toBe(LANES.mail.width)
    end()
    await worker.stop()
  })

  test('OPS-9 a run past its deadline fails, is retried, and can no longer write', async () => {
    const shop = await world()
    const { promise, end } = hanging()
    await addJob(shop, 'a')
    await runDue(shop.services, [testJob(() => promise, { deadlineMs: 20 })])
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'queued', error: 'it took longer than 0.02 s' })
    end()
    await promise
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'queued' })
  })

  test('OPS-9 pictures are imported one at a time', () => expect(importPicture.lane.width).toBe(1))
})

describe('REL-6 claims are fenced', () => {
  test('REL-6 a process with its clock two hours ahead does not take a running job', async () => {
    const shop = await world()
    const { promise, end } = hanging()
    let runs = 0
    const once = testJob(() => {
      runs++
      return promise
    })
    await addJob(shop, 'a')
    const running = runDue(shop.services, [once])
    await expect.poll(() => rowOf(shop, 'a')?.state).toBe('running')
    const other = await world({ from: serialize(shop.db) })
    await runDue(other.services, [once])
    other.jumpClock(2 * HOUR)
    await runDue(other.services, [once])
    expect(rowOf(other, 'a')).toMatchObject({ state: 'running', attempts: 1 })
    end()
    await running
    expect(runs).toBe(1)
  })

  test('REL-6 a process presumed dead that comes back writes nothing', async () => {
    const shop = await world()
    await addJob(shop, 'a')
    const [stale] = await claim(shop)
    await runDue(shop.services, [])
    shop.pass(LEASE_MS + 1)
    await runDue(shop.services, [testJob(down)])
    await finishJob(shop.db, stale!, shop.clock.now())
    expect(rowOf(shop, 'a')).toMatchObject({ state: 'queued', attempts: 2 })
  })
})

describe('the shop clock', () => {
  test('OPS-6 moving it runs due jobs in order, each at its own time', async () => {
    const shop = await world()
    const wallClock = { now: () => 1_000_000 }
    const clock = shopClock(shop.db, wallClock)
    const services = { ...shop.services, clock, wallClock }
    await setShopTime(shop.db, shop.clock.now(), wallClock.now())
    const start = clock.now()
    const seen: [string, number][] = []
    const noted = [testJob((key) => void seen.push([key, clock.now() - start]))]
    await addJob(shop, 'in two days', { runAt: start + 48 * HOUR })
    await addJob(shop, 'in an hour', { runAt: start + HOUR })
    await addJob(shop, 'in a month', { runAt: start + 31 * 24 * HOUR })
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
  ])('OPS-6 %j is parsed as %j', (text, milliseconds) => expect(parseSpan(text)).toBe(milliseconds))
})
