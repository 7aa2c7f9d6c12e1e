import { mkdtempSync, rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, type Db, durably, isInTransaction, oncePerState, openDatabase } from '#db/client.ts'

/** Two connections to one file, as from two processes. */
function twoConnections(): [ours: Db, theirs: Db] {
  const folder = mkdtempSync('/tmp/shared-reads-')
  const pair: [Db, Db] = [openDatabase(`${folder}/one.sqlite3`), openDatabase(`${folder}/one.sqlite3`)]
  onTestFinished(() => {
    for (const db of pair) closeDatabase(db)
    rmSync(folder, { recursive: true })
  })
  pair[0].run(sql`create table packs (name text) strict`)
  return pair
}

const add = (db: Db, name: string) => db.run(sql`insert into packs (name) values (${name})`)
const namesIn = (db: Db) => db.all<{ name: string }>(sql`select name from packs`).map(({ name }) => name)

test('OPS-2 reads within one task see one snapshot, and the next task sees the newest state', async () => {
  const [ours, theirs] = twoConnections()
  expect(namesIn(ours)).toEqual([])
  add(theirs, 'ribeye')
  await Promise.resolve()
  expect(namesIn(ours)).toEqual([])
  await setImmediate()
  expect(namesIn(ours)).toEqual(['ribeye'])
})

test('OPS-2 a connection reads its own writes at once, and others read them too', async () => {
  const [ours, theirs] = twoConnections()
  expect(namesIn(ours)).toEqual([])
  add(ours, 'ribeye')
  const returned = ours.get<{ name: string }>(sql`insert into packs (name) values ('bacon') returning name`)
  await durably(ours, (tx) => void add(tx, 'brisket'))
  expect(returned.name).toBe('bacon')
  for (const db of [ours, theirs]) expect(namesIn(db)).toEqual(['ribeye', 'bacon', 'brisket'])
})

test('OPS-2 reading holds no transaction, so a write can start between reads', async () => {
  const [ours, theirs] = twoConnections()
  expect(namesIn(ours)).toEqual([])
  expect(isInTransaction(ours)).toBe(false)
  add(theirs, 'ribeye')
  const read = await durably(ours, (tx) => {
    expect(isInTransaction(ours)).toBe(true)
    return namesIn(tx)
  })
  expect(read).toEqual(['ribeye'])
})

test('OPS-2 what is read once per state is read again after a write of ours and in the next task', async () => {
  const [ours, theirs] = twoConnections()
  let reads = 0
  const names = oncePerState((db) => {
    reads += 1
    return namesIn(db)
  })
  names(ours)
  expect(names(ours)).toEqual([])
  expect(reads).toBe(1)
  add(ours, 'ribeye')
  expect(names(ours)).toEqual(['ribeye'])
  add(theirs, 'bacon')
  await setImmediate()
  expect(names(ours)).toEqual(['ribeye', 'bacon'])
  await durably(ours, (tx) => {
    names(tx)
    add(tx, 'brisket')
    expect(names(tx)).toEqual(['ribeye', 'bacon', 'brisket'])
  })
})
