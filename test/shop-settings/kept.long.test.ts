import { expect, onTestFinished, test } from 'vitest'
import { closeDatabase, durably, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { keptSettings } from '#src/shop-settings/kept.ts'
import { orderTerms, orderTermsAt } from '#src/shop-settings/order-terms.ts'
import { DEFAULT_ORDER_TERMS } from '#src/shop-settings/terms.ts'
import { saveVersion } from '#src/shop-settings/versions.ts'
import { shopInFolder } from '../support/shop-file.ts'

const SIXTY = { ...DEFAULT_ORDER_TERMS, minimumCents: 6_000 }

function twoProcesses() {
  const { databasePath } = shopInFolder()
  const [one, other] = [openDatabase(databasePath), openDatabase(databasePath)]
  onTestFinished(() => {
    closeDatabase(one)
    closeDatabase(other)
  })
  migrateDatabase(one)
  return { one, other }
}

const change = (seen: number, now: number, value = SIXTY) => ({
  groupId: 'ordering',
  before: DEFAULT_ORDER_TERMS,
  value,
  seen,
  by: { id: 1, name: 'Ruth' },
  reason: '',
  now,
})

test('STF-7 settings are cached, and reloaded once any process has saved them', async () => {
  const { one, other } = twoProcesses()
  const first = keptSettings(other)
  expect(keptSettings(other)).toBe(first)
  expect(await durably(one, (tx) => saveVersion(tx, change(0, 1_000)))).toEqual({ ok: true, version: 2 })
  await expect.poll(() => orderTerms(other)).toEqual(SIXTY) // within 50 ms
  expect(keptSettings(other)).not.toBe(first)
})

test('STF-7 settings of a rolled-back transaction are never cached', async () => {
  const { one } = twoProcesses()
  const undone = durably(one, (tx) => {
    saveVersion(tx, change(0, 1_000))
    expect(orderTerms(tx)).toEqual(SIXTY)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(orderTerms(one)).toEqual(DEFAULT_ORDER_TERMS)
  await durably(one, (tx) => saveVersion(tx, change(0, 2_000, { ...SIXTY, minimumCents: 7_000 })))
  expect(orderTerms(one).minimumCents).toBe(7_000)
})

test('STF-7 the settings at any past moment are known, even before the first change', async () => {
  const { one } = twoProcesses()
  await durably(one, (tx) => saveVersion(tx, change(0, 1_000)))
  await durably(one, (tx) => saveVersion(tx, change(2, 3_000, { ...SIXTY, minimumCents: 7_000 })))
  const minimumAt = (at: number) => orderTermsAt(one, at).minimumCents
  expect([500, 1_000, 1_001, 3_000, 3_001].map(minimumAt)).toEqual([4_900, 4_900, 6_000, 6_000, 7_000])
})

test("STF-7 a saved version can't be changed or deleted, and a duplicate number is refused", async () => {
  const { one } = twoProcesses()
  await durably(one, (tx) => saveVersion(tx, change(0, 1_000)))
  expect(await durably(one, (tx) => saveVersion(tx, change(0, 2_000)))).toEqual({
    ok: false,
    reason: 'stale',
    current: 2,
  })
  for (const statement of ["update setting_versions set reason = 'x'", 'delete from setting_versions'])
    expect(() => one.run(statement)).toThrow()
})
