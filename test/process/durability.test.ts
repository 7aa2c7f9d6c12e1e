import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  assertDurable,
  closeDatabase,
  type Db,
  durably,
  openDatabase,
  quickly,
  tableList,
} from '#db/client.ts'
import { shopFacts } from '#db/schema/index.ts'
import { withProcesses } from '../support/processes.ts'
import { countSyncs, hasStrace } from './scenarios/syncs.ts'

const FULL = 2
const NORMAL = 1

async function withShop(look: (db: Db) => Promise<void>) {
  await withProcesses(async (processes) => {
    const db = openDatabase(await processes.database('durable'))
    await look(db).finally(() => closeDatabase(db))
  })
}

/** What SQLite itself says of the transaction it is in, after a write of it. */
function writeAndAsk(db: Db): number {
  db.insert(shopFacts)
    .values({ name: 'asked', value: '1' })
    .onConflictDoUpdate({ target: shopFacts.name, set: { value: '2' } })
    .run()
  return db.get<{ synchronous: number }>(sql`pragma synchronous`).synchronous
}

test('OPS-2 a durable transaction is synced at its commit, a quick one only at the checkpoint, however they alternate', () =>
  withShop(async (db) => {
    await assertDurable(db)
    const asked = [durably, quickly, durably, durably, quickly, durably].map((write) =>
      write(db, () => writeAndAsk(db)),
    )
    expect(await Promise.all(asked)).toEqual([FULL, NORMAL, FULL, FULL, NORMAL, FULL])
    await assertDurable(db)
  }))

test('OPS-2 writes that begin at the same moment take turns', () =>
  withShop(async (db) => {
    const count = () =>
      Number(db.get<{ value: string }>(sql`select value from shop_facts where name = 'count'`)?.value ?? 0)
    const addOne = () => {
      const value = String(count() + 1)
      db.insert(shopFacts)
        .values({ name: 'count', value })
        .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
        .run()
    }
    await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 2 ? durably : quickly)(db, addOne)))
    expect(count()).toBe(200)
  }))

test('OPS-2 writes that had to wait for another process come first, in their order, before any that came later', () =>
  withProcesses(async (processes) => {
    const file = await processes.database('line')
    const [db, other] = [openDatabase(file), openDatabase(file)]
    other.run(sql`begin immediate`)
    const done: string[] = []
    const note = (name: string) => durably(db, () => void done.push(name))
    const early = Array.from({ length: 200 }, (_, index) => note(`early ${index}`))
    await pause(10) // a few turns of the loop, in which nobody gets anywhere
    expect(done).toEqual([])
    other.run(sql`commit`)
    await Promise.all([...early, note('late')])
    expect(done).toEqual([...Array.from({ length: 200 }, (_, index) => `early ${index}`), 'late'])
    for (const each of [db, other]) closeDatabase(each)
  }))

test('a transaction that throws leaves nothing behind, and the next one works', () =>
  withShop(async (db) => {
    const failing = durably(db, (tx) => {
      writeAndAsk(tx)
      throw new Error('a bug')
    })
    await expect(failing).rejects.toThrow('a bug')
    expect(db.get(sql`select 1 from shop_facts where name = 'asked'`)).toBeUndefined()
    expect(await durably(db, (tx) => writeAndAsk(tx))).toBe(FULL)
  }))

test('OPS-2 every table is strict', () =>
  withShop(async (db) => {
    const tables = tableList(db).filter(
      ({ name, type }) => type === 'table' && !/^(sqlite_|__drizzle)/.test(name),
    )
    expect(tables.length).toBeGreaterThan(20)
    expect(tables.filter(({ strict }) => !strict).map(({ name }) => name)).toEqual([])
  }))

test.skipIf(!hasStrace())(
  'OPS-2 the system is asked to sync at least once for every order that is told as paid',
  () =>
    withProcesses(async (processes) => {
      const { paid, syncs, problems } = await countSyncs(processes, 25)
      expect({ paid, problems }).toEqual({ paid: 25, problems: [] })
      expect(syncs).toBeGreaterThanOrEqual(25)
    }),
)
