import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase, serialize } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { csv, desk, EXAMPLE, offer } from '../catalog/import/import-folder.ts'
import { world } from '../support/world.ts'

type Ended = { code: number | string | null | undefined; out: string; err: string }

/** Runs the command on this shop's database, as an operator does. */
function run(databasePath: string, ...args: string[]): Promise<Ended> {
  const { PATH = '' } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['.build/commands/catalog.js', ...args],
      { env: { PATH, DATABASE_PATH: databasePath, STORAGE_PATH: join(databasePath, '..', 'storage') } },
      (error, out, err) => resolve({ code: error ? error.code : 0, out, err }),
    )
  })
}

test('OPS-6 the command imports while the shop is open, and exits with 1 and the reasons when it refuses', async () => {
  const { db: memory } = await world()
  const { folder, write } = desk()
  const databasePath = join(folder, 'shop.sqlite3')
  writeFileSync(databasePath, serialize(memory))
  const server = openDatabase(databasePath)

  expect(await run(databasePath, 'import', `${EXAMPLE}.csv`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('offers: 4 added, 0 changed'),
  })
  expect(offer(server, 'devon-ground-beef', '1 lb').priceCents).toBe(990)
  expect(await run(databasePath, 'import', `${EXAMPLE}.json`)).toMatchObject({
    code: 0,
    out: '0 changed: the shop already matches the file.\n',
  })

  const bad = write(
    'bad.csv',
    csv('variety_slug,label,price', 'devon-ground-beef,1 lb,1.00', 'devon-ground-beef,6 × 1 lb,x'),
  )
  expect(await run(databasePath, 'import', bad)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^line 3: price must be .*\nNothing was imported\.\n$/),
  })
  expect(offer(server, 'devon-ground-beef', '1 lb').priceCents).toBe(990)
  expect(await run(databasePath, 'import', bad, '--forced')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Which file?'),
  })
  expect(ledgerProblems(server)).toEqual([])
  closeDatabase(server)
}, 120_000)
