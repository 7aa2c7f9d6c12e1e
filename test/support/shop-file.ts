import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Database } from '#db/driver.mjs'
import type { Config } from '#src/config/config.ts'
import { testConfig } from './world.ts'

/** A live shop's configuration, with its files in a folder that's deleted after the test. */
export function shopInFolder(more: Partial<Config> = {}): Config & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    ...testConfig,
    demo: false,
    databasePath: join(folder, 'shop.sqlite3'),
    storagePath: folder,
    backups: { path: join(folder, 'backups'), keep: 14 },
    ...more,
    folder,
  }
}

/** Overwrites the root page of a table, as a failing disk would. */
export function damageTable(databasePath: string, table: string) {
  const driver = new Database(databasePath)
  const rootPage = driver
    .prepare('select rootpage from sqlite_schema where name = ?')
    .pluck()
    .get(table) as number
  const pageSize = driver.pragma('page_size', { simple: true }) as number
  driver.pragma('journal_mode = DELETE')
  driver.close()
  const file = openSync(databasePath, 'r+')
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (rootPage - 1) * pageSize)
  closeSync(file)
}
