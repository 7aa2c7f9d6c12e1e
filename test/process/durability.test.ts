import { existsSync, readFileSync } from 'node:fs'
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
import { createBuyer, createClient } from '../support/buyers.ts'
import { errorsOf, stopAll, until, withProcesses } from '../support/processes.ts'
import { offerOf, readShop } from '../support/shop-data.ts'
import { countSyncs, hasStrace } from './scenarios/syncs.ts'

const FULL = 2
const NORMAL = 1

async function withShop(look: (db: Db) => Promise<void>) {
  await withProcesses(async (processes) => {
    const db = openDatabase(await processes.database('durable'))
    await look(db).finally(() => closeDatabase(db))
  })
}

/** SQLite's synchronous setting for the current transaction, after a write. */
function writeAndAsk(db: Db): number {
  db.insert(shopFacts)
    .values({ name: 'asked', value: '1' })
    .onConflictDoUpdate({ target: shopFacts.name, set: { value: '2' } })
    .run()
  return db.get<{ synchronous: number }>(sql`pragma synchronous`).synchronous
}

test('OPS-2 a durable transaction is synced at commit, a quick one only at the checkpoint, in any order', () =>
  withShop(async (db) => {
    await assertDurable(db)
    const asked = [durably, quickly, durably, durably, quickly, durably].map((write) =>
      write(db, () => writeAndAsk(db)),
    )
    expect(await Promise.all(asked)).toEqual([FULL, NORMAL, FULL, FULL, NORMAL, FULL])
    await assertDurable(db)
  }))

/** Read from the WAL index (sqlite.org/walformat.html): how many pages the log has, and how many are in the file. */
function logOf(databasePath: string) {
  const index = readFileSync(`${databasePath}-shm`)
  return { pages: index.readUInt32LE(16), copied: index.readUInt32LE(96) }
}

test('OPS-2 a server checkpoints the log while it serves, and leaves no log behind', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('copied')
    const offer = readShop(databasePath, (db) => offerOf(db, 'demo-fifty'))
    const shop = await processes.server({ databasePath })
    const client = createClient(shop.origin)
    await createBuyer(client, { name: 'copied' }).fillBox(offer.token)
    client.close()

    await until('the log has pages, and all of them are copied', () => {
      const { pages, copied } = logOf(databasePath)
      return pages > 0 && copied === pages
    })
    expect(await stopAll(shop)).toEqual([0])
    expect(errorsOf(shop)).toEqual([])
    expect(existsSync(`${databasePath}-wal`)).toBe(false)
  }))

test('OPS-2 concurrent writes run one at a time', () =>
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

test('OPS-2 writes that waited for another process run first, in order, before any later ones', () =>
  withProcesses(async (processes) => {
    const file = await processes.database('line')
    const [db, other] = [openDatabase(file), openDatabase(file)]
    other.run(sql`begin immediate`)
    const done: string[] = []
    const note = (name: string) => durably(db, () => void done.push(name))
    const early = Array.from({ length: 200 }, (_, index) => note(`early ${index}`))
    await pause(10) // a few event loop turns, in which no write can run
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

test.skipIf(!hasStrace())('OPS-2 the server syncs at least once for every order it reports as paid', () =>
  withProcesses(async (processes) => {
    const { paid, syncs, problems } = await countSyncs(processes, 25)
    expect({ paid, problems }).toEqual({ paid: 25, problems: [] })
    expect(syncs).toBeGreaterThanOrEqual(25)
  }),
)
