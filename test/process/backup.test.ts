import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { shopFacts } from '#db/schema/index.ts'
import { type Processes, withProcesses } from '../support/processes.ts'
import { readShop } from '../support/shop-data.ts'
import { backUpUnderLoad } from './scenarios/backups.ts'

test('OPS-6 R27 eight backups taken under load restore elsewhere whole, with every order that was reported as paid', () =>
  withProcesses(async (processes) => {
    const outcome = await backUpUnderLoad(processes, { backups: 8, requestsPerSecond: 50 })
    expect(outcome).toMatchObject({ restored: 8, problems: [] })
    expect(outcome.orders).toBeGreaterThan(130)
  }))

const wasAfter = eq(shopFacts.name, 'after')

/** Runs one of the shop's commands to its end. */
async function run(
  processes: Processes,
  name: string,
  args: string[],
  databasePath: string,
  env: Record<string, string> = {},
) {
  const command = processes.node([`.build/commands/${name}.js`, ...args], {
    DATABASE_PATH: databasePath,
    PORT: String(await processes.freePort()),
    ...env,
  })
  return { code: await command.exited, output: command.output() }
}

test('OPS-6 a restore keeps the old database, and refuses while any process has it open', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('kept')
    const file = join(processes.folder, 'monday.sqlite3')
    expect(await run(processes, 'backup', [file], databasePath)).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const nameIn = (path: string) =>
      readShop(path, (db) => db.select().from(shopFacts).where(wasAfter).get()?.value)

    const db = openDatabase(databasePath)
    db.insert(shopFacts).values({ name: 'after', value: 'the backup' }).run()
    const before = readFileSync(databasePath)
    const refused = await run(processes, 'restore', [file], databasePath)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('stop it first')
    expect(readFileSync(databasePath).equals(before)).toBe(true)
    closeDatabase(db)

    expect(await run(processes, 'restore', [file], databasePath)).toMatchObject({ code: 0 })
    expect(nameIn(databasePath)).toBeUndefined()
    const folder = join(databasePath, '..')
    const kept = readdirSync(folder).filter((entry) => entry.includes('.before-'))
    expect(kept).toHaveLength(1)
    expect(nameIn(join(folder, kept[0] ?? ''))).toBe('the backup')
  }))

test('OPS-6 a server started on a restored database serves it', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('served')
    const file = join(processes.folder, 'monday.sqlite3')
    const elsewhere = join(processes.folder, 'elsewhere', 'shop.sqlite3')
    await run(processes, 'backup', [file], databasePath)
    expect(await run(processes, 'restore', [file], elsewhere)).toMatchObject({ code: 0 })
    const server = await processes.server({ databasePath: elsewhere })
    expect((await fetch(`${server.origin}/shop`)).status).toBe(200)
    expect((await run(processes, 'restore', [file], elsewhere)).output).toContain('stop it first')
    expect((await run(processes, 'seed', ['--reset'], elsewhere)).output).toContain('stop it first')
  }))

test("OPS-6 a backup that was changed or truncated, or isn't one, is refused, and nothing is touched", () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('untouched')
    const file = join(processes.folder, 'monday.sqlite3')
    await run(processes, 'backup', [file], databasePath)
    const whole = readFileSync(file)
    const before = readFileSync(databasePath)
    const broken: [string, () => void][] = [
      ['longer', () => appendFileSync(file, 'x')],
      ['cut short', () => writeFileSync(file, whole.subarray(0, whole.length >> 1))],
      ['no database', () => writeFileSync(file, 'hello')],
    ]
    for (const [how, spoil] of broken) {
      spoil()
      const refused = await run(processes, 'restore', [file], databasePath)
      expect({ how, ...refused }).toMatchObject({
        how,
        code: 1,
        output: expect.stringContaining('Nothing was restored'),
      })
    }
    expect((await run(processes, 'restore', [`${file}.gone`], databasePath)).output).toContain(
      'does not exist',
    )
    expect(readFileSync(databasePath).equals(before)).toBe(true)
    expect(existsSync(`${databasePath}.restoring`)).toBe(false)
  }))

test('OPS-6 a backup of a missing database, or onto the database itself, is refused', () =>
  withProcesses(async (processes) => {
    const missing = await run(
      processes,
      'backup',
      [join(processes.folder, 'x')],
      join(processes.folder, 'none.sqlite3'),
    )
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was backed up') })
    const databasePath = await processes.database('itself')
    expect((await run(processes, 'backup', [databasePath], databasePath)).output).toContain(
      'the database itself',
    )
    expect((await run(processes, 'backup', [], databasePath)).output).toContain('Where to?')
  }))

test('OPS-6 a backup replaces an earlier one or an empty file, and refuses to overwrite anything else', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('source')
    const notes = join(processes.folder, 'note.txt')
    writeFileSync(notes, 'Call the farm on Monday.')
    for (const file of [notes, await processes.database('another')]) {
      const before = readFileSync(file)
      const refused = await run(processes, 'backup', [file], databasePath)
      expect(refused).toEqual({
        code: 1,
        output: `Nothing was backed up: ${file} is not a backup and would be overwritten; choose another name.\n`,
      })
      expect(readFileSync(file).equals(before)).toBe(true)
    }
    const monday = join(processes.folder, 'monday.sqlite3')
    writeFileSync(monday, '')
    for (let time = 0; time < 2; time++)
      expect(await run(processes, 'backup', [monday], databasePath)).toMatchObject({ code: 0 })
  }))

test('OPS-6 a restore reports how many orders it restored, even none, and refuses the database itself', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('live')
    const empty = join(processes.folder, 'empty.sqlite3')
    const db = openDatabase(empty)
    migrateDatabase(db)
    closeDatabase(db)
    const file = join(processes.folder, 'monday.sqlite3')
    await run(processes, 'backup', [file], empty)

    const alias = join(processes.folder, 'alias.sqlite3')
    symlinkSync(databasePath, alias)
    for (const itself of [databasePath, alias])
      expect(await run(processes, 'restore', [itself], databasePath)).toEqual({
        code: 1,
        output: `Nothing was restored: ${itself} is the database itself.\n`,
      })
    expect(await run(processes, 'restore', [file], databasePath)).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /shop\.sqlite3 now holds the backup of \d{4}-\S+Z: 0 orders\. The previous/,
      ),
    })
  }))

test("OPS-10 the nightly backup keeps the configured number, and a shop's files are readable only by its user", () =>
  withProcesses(async (processes) => {
    const databasePath = join(processes.folder, 'private', 'shop.sqlite3')
    await run(processes, 'migrate', [], databasePath)
    const backups = join(processes.folder, 'kept')
    const env = { BACKUP_PATH: backups, BACKUP_KEEP: '1' }
    for (let night = 0; night < 2; night++)
      expect(await run(processes, 'backup', ['--nightly'], databasePath, env)).toMatchObject({ code: 0 })
    const [backup = '', ...others] = readdirSync(backups)
    expect(others).toEqual([])
    expect(await run(processes, 'restore', [join(backups, backup)], databasePath)).toMatchObject({ code: 0 })
    for (const folder of [backups, join(databasePath, '..')])
      for (const name of readdirSync(folder))
        expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
  }))
