import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { jobs } from '#db/schema/index.ts'
import type { JobCall } from '#src/jobs/apart.ts'
import { runningApart } from '#src/jobs/apart.ts'
import { job } from '#src/jobs/job.ts'
import { LANES } from '#src/jobs/lanes.ts'
import { enqueue } from '#src/jobs/queue.ts'
import { startWorker } from '#src/jobs/worker.ts'
import { world } from '../support/world.ts'

const Payload = z.object({ waveId: z.number() })

const files = job('test_files', Payload, LANES.files, async () => {
  throw new Error('it ran here')
})

test('FUL-4 files are made in a separate thread, and its failure fails the job', async () => {
  const shop = await world()
  const calls: JobCall[] = []
  const outcomes = [new Error('the disk is full'), null]
  const runApart = async (call: JobCall) => {
    calls.push(call)
    const failure = outcomes.shift()
    if (failure) throw failure
  }
  await durably(shop.db, (tx) => enqueue(tx, files, { waveId: 7 }, { key: 'files:7', now: shop.clock.now() }))
  const row = () => shop.db.select().from(jobs).where(eq(jobs.key, 'files:7')).get()
  const worker = startWorker(shop.services, [files], runApart)
  await expect.poll(row).toMatchObject({ state: 'queued', attempts: 1, error: 'the disk is full' })
  shop.pass(LANES.files.maxPauseMs)
  await expect.poll(row).toMatchObject({ state: 'done', attempts: 2 })
  await worker.stop()
  expect(calls).toEqual([files.kind, files.kind].map((kind) => ({ kind, payload: { waveId: 7 } })))
})

test('FUL-4 an in-memory shop makes its files itself, because another thread cannot see its database', () => {
  expect(runningApart({ databasePath: ':memory:' })).toBeNull()
  expect(runningApart({ databasePath: 'shop.sqlite3' })).not.toBeNull()
})
