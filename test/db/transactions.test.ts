import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeDatabase, type Db, durably, openDatabase, quickly } from '#db/client.ts'
import { Database } from '#db/driver.mjs'

afterEach(() => void vi.restoreAllMocks())

function emptyFile() {
  const folder = mkdtempSync(join(tmpdir(), 'transactions-'))
  const file = join(folder, 'test.sqlite3')
  const db = openDatabase(file)
  onTestFinished(() => {
    closeDatabase(db)
    rmSync(folder, { recursive: true })
  })
  db.run(sql`create table notes (text text unique)`)
  return { db, file }
}

const note = (db: Db, text: string) =>
  durably(db, (tx) => {
    tx.run(sql`insert into notes values (${text})`)
    return text
  })

const notes = (db: Db) => db.all<{ text: string }>(sql`select text from notes`).map(({ text }) => text)

const commits = () => vi.spyOn(Database.prototype, 'exec').mock.calls.filter(([text]) => text === 'COMMIT')

test('REL-1 durable transactions that are ready together share one commit, and resolve only after it', async () => {
  const { db, file } = emptyFile()
  commits()
  const other = openDatabase(file)
  onTestFinished(() => void closeDatabase(other))
  const seenElsewhere = async (text: string) => {
    await note(db, text)
    return notes(other).includes(text)
  }
  expect(await Promise.all(['a', 'b', 'c'].map(seenElsewhere))).toEqual([true, true, true])
  expect(commits()).toHaveLength(1)
  await note(db, 'd')
  expect(commits()).toHaveLength(2)
})

test('REL-1 a failing transaction rolls back only its own writes, and the others succeed', async () => {
  const { db } = emptyFile()
  const failing = durably(db, (tx) => {
    tx.run(sql`insert into notes values ('half')`)
    throw new Error('no more')
  })
  const outcomes = await Promise.allSettled([note(db, 'a'), failing, note(db, 'a'), note(db, 'b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'no more' } })
  expect(notes(db)).toEqual(['a', 'b'])
})

test('REL-1 if the commit fails, every transaction that shares it fails', async () => {
  const { db } = emptyFile()
  const exec = Database.prototype.exec
  let failures = 1
  vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: typeof db, text: string) {
    if (text === 'COMMIT' && failures-- > 0) throw new Error('disk I/O error')
    return exec.call(this as never, text)
  } as never)
  const outcomes = await Promise.allSettled([note(db, 'a'), note(db, 'b')])
  expect(outcomes).toMatchObject([
    { reason: { message: 'disk I/O error' } },
    { reason: { message: 'disk I/O error' } },
  ])
  expect(notes(db)).toEqual([])
  expect(await note(db, 'c')).toBe('c')
})

test('REL-1 if SQLite rolls back by itself, as on a full disk, all of them fail', async () => {
  const { db } = emptyFile()
  const ending = durably(db, (tx) => {
    tx.run(sql`rollback`)
    throw new Error('database or disk is full')
  })
  const outcomes = await Promise.allSettled([note(db, 'a'), ending, note(db, 'b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(notes(db)).toEqual([])
  expect(await note(db, 'c')).toBe('c')
})

test('nested transactions are rejected, and so is a transaction that returns a promise', async () => {
  const { db } = emptyFile()
  const inner: Promise<unknown>[] = []
  await durably(db, () => void inner.push(note(db, 'inside').catch(({ message }: Error) => message)))
  expect(await inner[0]).toBe('transactions do not nest')
  const later = durably(db, () => Promise.resolve() as never)
  await expect(later).rejects.toThrow('a transaction cannot wait for a promise')
})

test('a quick transaction does not wait for durable ones, nor commit their shared batch', async () => {
  const { db } = emptyFile()
  const durable = note(db, 'a')
  const texts = await quickly(db, (tx) => notes(tx))
  expect(texts).toEqual([])
  await durable
  const { synchronous } = await quickly(db, (tx) => tx.get<{ synchronous: number }>(sql`pragma synchronous`))
  expect(synchronous).toBe(1)
})

test('a repeated query reuses its prepared statement, once for rows and once for column arrays', () => {
  const { db } = emptyFile()
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const read = () => db.all<{ text: string }>(sql`select text from notes`)
  const values = () => db.values(sql`select text from notes`)
  db.run(sql`insert into notes values ('a')`)
  for (let round = 0; round < 3; round += 1) {
    expect(read()).toEqual([{ text: 'a' }])
    expect(values()).toEqual([['a']])
  }
  expect(prepare.mock.calls.filter(([text]) => text === 'select text from notes')).toHaveLength(2)
  for (let other = 0; other < 600; other += 1) db.get(sql.raw(`select ${other}`))
  expect(read()).toEqual([{ text: 'a' }])
})
