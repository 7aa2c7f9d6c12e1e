import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backupName } from '#db/backup-folder.ts'
import { staffFlags } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { backUpNightly } from '#src/work/nightly-backup.ts'
import { shopInFolder } from '../support/shop-file.ts'
import { world } from '../support/world.ts'

const HOUR_MS = 3600_000

/** A shop at four in the morning, whose backups succeed or fail on demand. */
async function shopAtNight(databasePath = ':memory:') {
  const { backups } = shopInFolder()
  const { services, db, pass } = await world({ config: { backups, databasePath } })
  const wall = { now: new Date(2026, 10, 23, 4).getTime() }
  const night = { ...services, wallClock: { now: () => wall.now } }
  let count = 0
  const succeeds = () => {
    count += 1
    mkdirSync(backups.path, { recursive: true })
    writeFileSync(backupName(backups.path, 'nightly', new Date(wall.now)), '')
    return Promise.resolve({ ok: true, output: '' })
  }
  return {
    count: () => count,
    pass: (milliseconds: number) => {
      wall.now += milliseconds
      pass(milliseconds)
    },
    resolveFlag: () => db.update(staffFlags).set({ resolution: 'Done.', resolvedAt: wall.now }).run(),
    succeed: () => backUpNightly(night, succeeds),
    fail: () => backUpNightly(night, () => Promise.resolve({ ok: false, output: 'the disk is full' })),
    flags: () =>
      db
        .select()
        .from(staffFlags)
        .all()
        .filter(({ kind }) => kind === 'backup_failed'),
  }
}

test('OPS-10 the shop is backed up once a night, and at the next start if it was off', async () => {
  const shop = await shopAtNight()
  await shop.succeed()
  await shop.succeed()
  shop.pass(22 * HOUR_MS)
  await shop.succeed()
  expect(shop.count()).toBe(1)
  shop.pass(HOUR_MS)
  await shop.succeed()
  expect(shop.count()).toBe(2)
  shop.pass(2 * DAY_MS + 9 * HOUR_MS)
  await shop.succeed()
  expect(shop.count()).toBe(3)
})

test('OPS-10 a shop created tonight waits for its first night', async () => {
  const { databasePath } = shopInFolder()
  writeFileSync(databasePath, '')
  const shop = await shopAtNight(databasePath)
  shop.pass(Date.now() - new Date(2026, 10, 23, 4).getTime())
  await shop.succeed()
  expect(shop.count()).toBe(0)
  shop.pass(DAY_MS)
  await shop.succeed()
  expect(shop.count()).toBe(1)
})

test('OPS-10 failing backups raise one flag, until a backup succeeds', async () => {
  const shop = await shopAtNight()
  await shop.fail()
  shop.pass(HOUR_MS)
  await shop.fail()
  expect(shop.flags()).toMatchObject([{ detail: 'the disk is full', resolvedAt: null }])
  await shop.succeed()
  expect(shop.flags()).toMatchObject([{ resolution: 'A later backup succeeded.' }])
  shop.pass(DAY_MS)
  await shop.fail()
  expect(shop.flags()).toHaveLength(2)
})

test('OPS-10 a backup that fails again after its flag was resolved raises a new flag', async () => {
  const shop = await shopAtNight()
  await shop.fail()
  shop.resolveFlag()
  for (let hour = 1; hour <= 2; hour++) {
    shop.pass(HOUR_MS)
    await shop.fail()
  }
  expect(shop.flags()).toMatchObject([{ resolution: 'Done.' }, { resolvedAt: null }])
  await shop.succeed()
  expect(shop.flags()).toMatchObject([{ resolution: 'Done.' }, { resolution: 'A later backup succeeded.' }])
})
