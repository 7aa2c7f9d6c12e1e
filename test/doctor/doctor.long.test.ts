import fs, { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { backUp } from '#db/backup.ts'
import { backupName } from '#db/backup-folder.ts'
import { closeDatabase, openDatabase, serialize } from '#db/client.ts'
import { setShopTime } from '#src/clock.ts'
import type { Config } from '#src/config/config.ts'
import { makeFolder } from '#src/config/folder.ts'
import { examine as examineAt } from '#src/doctor/examine.ts'
import { NOW } from '../support/now.ts'
import { damageTable, shopInFolder } from '../support/shop-file.ts'
import { testConfig, world } from '../support/world.ts'

const { db: memory } = await world()
await setShopTime(memory, NOW, Date.now())

const examine = (config: Config) => examineAt(config, { now: () => Date.now() })

/** A live shop's file. */
function shopFile(more: Partial<Config> = {}) {
  const shop = shopInFolder(more)
  writeFileSync(shop.databasePath, serialize(memory))
  return shop
}

async function withBackup() {
  const shop = shopFile()
  makeFolder(shop.backups.path)
  const madeAt = new Date()
  await backUp({ ...shop, file: backupName(shop.backups.path, 'nightly', madeAt), madeAt })
  return shop
}

function change(databasePath: string, statement: string) {
  const db = openDatabase(databasePath)
  db.run(sql.raw(statement))
  closeDatabase(db)
}

async function wrongIn(config: Config) {
  const { ok, checks } = await examine(config)
  const wrong = checks.filter((each) => !each.ok).map(({ name }) => name)
  expect(ok).toBe(wrong.length === 0)
  return wrong
}

test('OPS-8 doctor finds nothing wrong with a healthy shop and totals its ledgers', async () => {
  const { ok, checks, ledgers } = await examine(await withBackup())
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(ok).toBe(true)
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'disk',
    'wal',
    'backup',
    'database',
    'schema',
    'integrity',
    'flags',
    'failed_jobs',
    'audit_trail',
    'report_sums',
    'late_jobs',
    'ledgers',
    'mail',
    'texts',
    'payments',
    'carrier',
    'webhooks',
  ])
  expect(checks[1]?.detail).toMatch(/^[\d.]+ GB free \(\d+%\)$/)
  const sum = (expression: string) => memory.get<{ n: number }>(sql.raw(`select ${expression}`))?.n
  expect(ledgers).toEqual({
    money_cents: sum("sum(iif(kind = 'charge', 1, -1) * amount_cents) as n from money_movements"),
    fees_cents: 0,
    stock_units: sum('sum(delta) as n from stock_movements'),
    gift_cents: sum('sum(cents) as n from gift_card_entries'),
    credit_cents: 0,
    differences: [],
  })
})

test('OPS-8 doctor reports missing backups in a live shop but not in a demo', async () => {
  expect(await wrongIn(shopFile())).toEqual(['backup'])
  expect(await wrongIn(shopFile({ demo: true }))).toEqual([])
})

test('OPS-8 doctor reports damage and still checks the rest', async () => {
  const shop = await withBackup()
  damageTable(shop.databasePath, 'order_lines')
  expect(await wrongIn(shop)).toContain('integrity')
  writeFileSync(shop.databasePath, 'no database at all, but long enough to be one '.repeat(100))
  expect(await wrongIn(shop)).toEqual(['database'])
  expect(await wrongIn({ ...shop, databasePath: `${shop.databasePath}.gone` })).toEqual(['database'])
})

test('OPS-8 doctor reports a database migrated by a newer release, and one with pending migrations', async () => {
  const shop = await withBackup()
  const migrations = '__drizzle_migrations'
  change(shop.databasePath, `insert into ${migrations} (hash, created_at) values ('next', 9999999999999)`)
  expect(await wrongIn(shop)).toEqual(['schema'])
  change(shop.databasePath, `delete from ${migrations} where id > 10`)
  expect(await wrongIn(shop)).toEqual(['schema'])
})

test('OPS-8 doctor reports a database that the shop can read but not write, with its path', async () => {
  const shop = await withBackup()
  const readOnly = new Error(`EROFS: read-only file system, access '${shop.databasePath}'`)
  const access = vi.spyOn(fs, 'accessSync').mockImplementation((path) => {
    if (path === shop.databasePath) throw readOnly
  })
  syncBuiltinESMExports()
  const { ok, checks } = await examine(shop)
  access.mockRestore()
  syncBuiltinESMExports()
  const found = checks.find(({ name }) => name === 'database')
  expect([ok, found]).toEqual([false, { name: 'database', ok: false, detail: readOnly.message }])
})

test('OPS-8 doctor reports old flags, failed and late jobs, and ledger differences', async () => {
  const shop = await withBackup()
  const job = "insert into jobs (kind, key, payload, state, run_at, created_at) values ('mail_link',"
  for (const statement of [
    "insert into staff_flags (key, reason, detail, created_at) values ('k', 'job_failed', 'd', 1)",
    `${job} 'a', '{}', 'failed', 1, 1)`,
    `${job} 'b', '{}', 'queued', 1, 1)`,
    'update stock set on_hand = on_hand + 1 where rowid = (select min(rowid) from stock)',
  ])
    change(shop.databasePath, statement)
  expect(await wrongIn(shop)).toEqual(['flags', 'failed_jobs', 'late_jobs', 'ledgers'])
  expect((await examine(shop)).ledgers.differences).toMatchObject([expect.stringContaining('on hand')])
})

test('OPS-8 doctor reports a mail server and a payment provider that do not respond', async () => {
  const shop = await withBackup()
  const payments = { ...testConfig.payments, embedded: false, apiBase: 'http://127.0.0.1:1' }
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'Shop <shop@shop.example>' }
  expect(await wrongIn({ ...shop, payments, mail })).toEqual(['mail', 'payments', 'webhooks'])
})
