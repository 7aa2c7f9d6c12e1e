import { existsSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { storedBackups } from '#db/backup-folder.ts'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { openShop } from '#src/commands/open-shop.ts'
import { migrationsUpTo } from '../support/migrations.ts'
import { readShop } from '../support/shop-data.ts'
import { damageTable, shopInFolder } from '../support/shop-file.ts'

test('OPS-10 a live start creates a database only with --new, and a demo creates its own', async () => {
  const live = shopInFolder()
  await expect(openShop(live)).rejects.toThrow('start once with --new')
  expect(existsSync(live.databasePath)).toBe(false)
  closeDatabase(await openShop(live, { isNew: true }))
  closeDatabase(await openShop(live))
  closeDatabase(await openShop(shopInFolder({ demo: true })))
})

test.each(['.restoring', '.before-2026-11-22T03-00-00-000Z'])(
  'OPS-10 no start creates a database next to a leftover %s',
  async (end) => {
    const shop = shopInFolder({ demo: true })
    writeFileSync(shop.databasePath + end, 'what is left')
    await expect(openShop(shop, { isNew: true })).rejects.toThrow(`${shop.databasePath}${end} is there`)
    expect(existsSync(shop.databasePath)).toBe(false)
    closeDatabase(await openShop(shop, { isReset: true }))
  },
)

test('OPS-10 a start cleans up what a killed restore left beside an intact database', async () => {
  const shop = shopInFolder()
  closeDatabase(await openShop(shop, { isNew: true }))
  writeFileSync(`${shop.databasePath}.restoring`, 'half a copy')
  linkSync(shop.databasePath, `${shop.databasePath}.before-now`)
  writeFileSync(`${shop.databasePath}.before-monday`, 'the database of a restore that ended')
  closeDatabase(await openShop(shop))
  expect(readdirSync(shop.folder).sort()).toEqual([
    'shop.sqlite3',
    'shop.sqlite3.before-monday',
    'shop.sqlite3.lock',
  ])
})

test('OPS-10 a start refuses a database migrated by a newer release', async () => {
  const shop = shopInFolder()
  const db = await openShop(shop, { isNew: true })
  db.run(
    sql`insert into __drizzle_migrations (hash, created_at) values ('of the next release', 9999999999999)`,
  )
  closeDatabase(db)
  await expect(openShop(shop)).rejects.toThrow('a newer release has migrated')
})

test('OPS-10 a start refuses a damaged database', async () => {
  const shop = shopInFolder()
  closeDatabase(await openShop(shop, { isNew: true }))
  damageTable(shop.databasePath, 'order_lines')
  await expect(openShop(shop)).rejects.toThrow(/is damaged|malformed/)
})

test('OPS-10 a migration first makes a backup that restores as it was, and does not run without one', async () => {
  const shop = shopInFolder()
  const older = migrationsUpTo(8)
  const before = openDatabase(shop.databasePath)
  migrateDatabase(before, older)
  closeDatabase(before)
  const migrationsIn = (file: string) =>
    readShop(file, (db) => db.all(sql`select 1 from __drizzle_migrations`).length)

  writeFileSync(shop.backups.path, 'a file where the folder should be')
  await expect(openShop(shop)).rejects.toThrow('no backup before the migration')
  expect(migrationsIn(shop.databasePath)).toBe(9)

  rmSync(shop.backups.path)
  closeDatabase(await openShop(shop))
  expect(migrationsIn(shop.databasePath)).toBeGreaterThan(9)
  const [backup, ...others] = storedBackups(shop.backups.path)
  expect(others).toEqual([])
  expect(backup?.kind).toBe('migration')
  expect(statSync(backup?.file ?? '').mode & 0o777).toBe(0o600)
  expect(migrationsIn(backup?.file ?? '')).toBe(9)
  closeDatabase(await openShop(shop))
  expect(storedBackups(shop.backups.path)).toHaveLength(1)
  rmSync(older, { recursive: true })
})
