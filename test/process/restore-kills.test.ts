import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, integrityProblems, openDatabase } from '#db/client.ts'
import { shopFacts } from '#db/schema/index.ts'
import { type Processes, withProcesses } from '../support/processes.ts'
import { readShop } from '../support/shop-data.ts'

const KILLER = ['--import', './test/support/kill-at-call.mjs']
const label = eq(shopFacts.name, 'label')

/** The label stored in the database, or its integrity problems. */
const labelOf = (databasePath: string) =>
  readShop(databasePath, (db) => {
    const problems = integrityProblems(db)
    return problems.length > 0 ? problems : db.select().from(shopFacts).where(label).get()?.value
  })

function setLabel(databasePath: string, value: string) {
  const db = openDatabase(databasePath)
  db.insert(shopFacts)
    .values({ name: 'label', value })
    .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
    .run()
  closeDatabase(db)
}

async function command(
  processes: Processes,
  name: string,
  file: string,
  databasePath: string,
  killAt?: number,
) {
  const env = {
    DATABASE_PATH: databasePath,
    PORT: String(await processes.freePort()),
    ...(killAt === undefined ? {} : { KILL_AT: String(killAt) }),
  }
  const started = processes.node([...KILLER, `.build/commands/${name}.js`, file], env)
  const code = await started.exited
  return { code, calls: started.output().match(/^call \d+: .*$/gm)?.length ?? 0, output: started.output() }
}

test('OPS-10 a restore killed before any of its calls leaves the old or the new database intact, and the next one works', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('shop')
    const folder = dirname(databasePath)
    mkdirSync(join(folder, 'pictures'))
    writeFileSync(join(folder, 'pictures', 'imported-a.webp'), 'a picture')
    setLabel(databasePath, 'new')
    const backup = join(processes.folder, 'backups', 'monday.sqlite3')
    mkdirSync(dirname(backup))
    expect(await command(processes, 'backup', backup, databasePath)).toMatchObject({ code: 0 })

    const seen = new Set<unknown>()
    let killAt = 1
    for (let isKilled = true; isKilled; killAt++) {
      setLabel(databasePath, 'old')
      const { code, output } = await command(processes, 'restore', backup, databasePath, killAt)
      isKilled = code === 'SIGKILL'
      expect(isKilled || code === 0, output).toBe(true)
      const found = labelOf(databasePath)
      expect(['old', 'new'], `killed before call ${killAt}`).toContain(found)
      seen.add(found)
    }
    expect(seen).toEqual(new Set(['old', 'new']))
    expect(killAt).toBeGreaterThan(8)
    expect(labelOf(databasePath)).toBe('new')
    expect(readdirSync(folder).filter((name) => name.endsWith('.restoring'))).toEqual([])
  }))

test('OPS-10 a backup killed before any of its calls leaves the old backup or the new one', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('shop')
    const backup = join(processes.folder, 'monday.sqlite3')
    const elsewhere = join(processes.folder, 'elsewhere', 'shop.sqlite3')
    setLabel(databasePath, 'first')
    expect(await command(processes, 'backup', backup, databasePath)).toMatchObject({ code: 0 })
    setLabel(databasePath, 'second')
    for (let [killAt, isKilled] = [1, true]; isKilled; killAt++) {
      isKilled = (await command(processes, 'backup', backup, databasePath, killAt)).code === 'SIGKILL'
      expect(await command(processes, 'restore', backup, elsewhere)).toMatchObject({ code: 0 })
      expect(['first', 'second']).toContain(labelOf(elsewhere))
    }
    expect(labelOf(elsewhere)).toBe('second')
    expect(existsSync(`${backup}.part`)).toBe(false)
  }))
