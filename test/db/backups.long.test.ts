import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { backUp, backupProblems } from '#db/backup.ts'
import { backupName, rotateBackups, storedBackups } from '#db/backup-folder.ts'
import { serialize } from '#db/client.ts'
import { keptName, restore } from '#db/restore.ts'
import { damageTable, shopInFolder } from '../support/shop-file.ts'
import { world } from '../support/world.ts'

const MONDAY = Date.UTC(2026, 10, 23, 3)
const HOUR_MS = 3600_000

/** A shop's file and what an operator does with it. */
async function shopFile() {
  const { db } = await world()
  const { folder, databasePath, storagePath, backups } = shopInFolder()
  writeFileSync(databasePath, serialize(db))
  mkdirSync(backups.path)
  return {
    folder,
    databasePath,
    backups: backups.path,
    addPicture(name: string) {
      mkdirSync(join(storagePath, 'pictures'), { recursive: true })
      writeFileSync(join(storagePath, 'pictures', name), name)
    },
    pictures: () => readdirSync(join(storagePath, 'pictures')).sort(),
    removePicture: (name: string) => rmSync(join(storagePath, 'pictures', name)),
    async backUp(kind: 'nightly' | 'migration', at: number): Promise<string> {
      const file = backupName(backups.path, kind, new Date(at))
      await backUp({ databasePath, storagePath, file, madeAt: new Date(at) })
      return file
    },
    restore: (file: string) =>
      restore({ file, databasePath, storagePath, keepAs: keptName(databasePath, new Date()) }),
  }
}

test('OPS-10 the newest nightly backups are kept with their pictures, and pre-migration backups separately', async () => {
  const shop = await shopFile()
  const migration = await shop.backUp('migration', MONDAY - 100 * HOUR_MS)
  shop.addPicture('imported-old.webp')
  await shop.backUp('nightly', MONDAY)
  shop.removePicture('imported-old.webp')
  shop.addPicture('imported-new.webp')
  const later = [await shop.backUp('nightly', MONDAY + 24 * HOUR_MS)]
  later.unshift(await shop.backUp('nightly', MONDAY + 48 * HOUR_MS))
  const abandoned = join(shop.backups, 'abandoned.sqlite3.part')
  writeFileSync(abandoned, '')
  utimesSync(abandoned, 0, 0)

  rotateBackups(shop.backups, 2, new Date())
  expect(storedBackups(shop.backups).map(({ file }) => file)).toEqual([...later, migration])
  expect(readdirSync(join(shop.backups, 'backup-files', 'pictures'))).toEqual(['imported-new.webp'])
  expect(existsSync(abandoned)).toBe(false)
})

test('OPS-10 pictures of a backup that is being made are kept, and unneeded ones go once it is done', async () => {
  const shop = await shopFile()
  const pictures = join(shop.backups, 'backup-files', 'pictures')
  shop.addPicture('imported-old.webp')
  const first = await shop.backUp('nightly', MONDAY)
  rmSync(first)
  shop.removePicture('imported-old.webp')
  shop.addPicture('imported-new.webp')
  const running = shop.backUp('migration', MONDAY + HOUR_MS)
  while (!existsSync(join(pictures, 'imported-new.webp'))) await nextTurn()
  rotateBackups(shop.backups, 2, new Date())
  const file = await running
  expect(readdirSync(pictures)).toEqual(['imported-new.webp', 'imported-old.webp'])
  rotateBackups(shop.backups, 2, new Date())
  expect(readdirSync(pictures)).toEqual(['imported-new.webp'])
  expect(await backupProblems(file)).toEqual([])
})

test('OPS-10 a restore brings back deleted pictures and reports the ones that the backup lacks', async () => {
  const shop = await shopFile()
  shop.addPicture('imported-a.webp')
  shop.addPicture('imported-b.webp')
  const file = await shop.backUp('nightly', MONDAY)
  for (const name of shop.pictures()) shop.removePicture(name)
  rmSync(join(dirname(file), 'backup-files', 'pictures', 'imported-b.webp'))
  expect(await shop.restore(file)).toMatchObject({ ok: true, missingFiles: ['pictures/imported-b.webp'] })
  expect(shop.pictures()).toEqual(['imported-a.webp'])
})

test('OPS-10 a damaged backup is detected, and a damaged database is not backed up', async () => {
  const shop = await shopFile()
  const file = await shop.backUp('nightly', MONDAY)
  expect(await backupProblems(file)).toEqual([])
  damageTable(file, 'order_lines')
  expect(await backupProblems(file)).toEqual(['the file does not match its checksum'])
  expect(await shop.restore(file)).toMatchObject({ ok: false, reason: 'damaged' })

  damageTable(shop.databasePath, 'order_lines')
  await expect(shop.backUp('nightly', MONDAY + HOUR_MS)).rejects.toThrow('the copy is damaged')
  expect(storedBackups(shop.backups)).toHaveLength(1)
  expect(existsSync(`${shop.databasePath}.restoring`)).toBe(false)
})

test('OPS-10 a damaged database is replaced along with its WAL, and kept', async () => {
  const shop = await shopFile()
  const file = await shop.backUp('nightly', MONDAY)
  writeFileSync(shop.databasePath, 'no database '.repeat(1_000))
  writeFileSync(`${shop.databasePath}-wal`, 'of another database')
  expect(await shop.restore(file)).toMatchObject({ ok: true })
  expect(await backupProblems(shop.databasePath)).toEqual([])
  expect(existsSync(`${shop.databasePath}-wal`)).toBe(false)
  expect(readdirSync(shop.folder).filter((name) => name.includes('.before-'))).toHaveLength(1)
})
