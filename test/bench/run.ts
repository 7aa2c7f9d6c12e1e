import { mkdirSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bars } from './bars.ts'
import type { Measured } from './load.ts'
import { measureAccounts } from './measure-accounts.ts'
import { measurePages } from './measure-pages.ts'
import { measurePlacing } from './measure-placing.ts'
import { measureShoppers } from './measure-shoppers.ts'
import { measureStart } from './measure-start.ts'
import { ASKING, isPinned, memoryMb, pinMyself } from './processes.ts'
import { dearest } from './profile.ts'
import { barTable, type Row, table } from './report.ts'
import { copyShop, openShop, readShelves, seedShop } from './shop.ts'
import { openYardstick } from './yardstick-process.ts'

/**
 * `npm run bench`: what the shop does in a second, beside what the same packages do when they have next to nothing to
 * do, in turns on one core. `-- --quick` in half a minute, `--json`, `--profile` (where the time goes; distorts figures).
 * Timings never fail it; an answer that is neither 2xx nor 3xx does.
 */
const { values: wishes } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, profile: { type: 'boolean' } },
})
const pace = wishes.quick ? 0.12 : 0.35
const folder = resolve('storage', `bench-${process.pid}`)
mkdirSync(folder, { recursive: true })
pinMyself(ASKING)

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function main() {
  tell(
    `${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}, ${isPinned ? 'server pinned to one core' : 'not pinned'}`,
  )
  const files = { bench: await seedShop(folder, 'bench'), demo: await seedShop(folder, 'demo') }
  const started = await measureStart(copyShop(files.bench, 'start.sqlite3'), wishes.quick ? 2 : 5)
  const placing = await measurePlacing(copyShop(files.bench, 'placing.sqlite3'), 9 * pace)

  const yardstick = await openYardstick(files.bench, join(folder, 'scratch'))
  const flags = wishes.profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
  const shop = await openShop(files.bench, flags)
  const shelves = readShelves(files.bench)
  const pages = await measurePages({ shop, shelves, yardstick, pace })
  const shoppers = await measureShoppers({ shop, shelves, yardstick, pace })
  const memory = memoryMb(shop.pid)
  await shop.stop()
  if (wishes.profile) tell(`\nWhere the server's time went:\n${dearest(folder)}`)

  const small = await openShop(files.demo)
  const demo = await measurePages({
    shop: small,
    shelves: readShelves(files.demo),
    yardstick,
    pace: pace / 2,
    brief: true,
  })
  await small.stop()
  await yardstick.stop()

  const accounts = await measureAccounts(copyShop(files.bench, 'accounts.sqlite3'), pace)

  const rows: Row[] = [...placing.rows, ...pages, ...shoppers.rows, ...accounts.rows, ...demo.map(asDemo)]
  const judged = bars({
    listing: named(pages, 'listing'),
    product: named(pages, 'product'),
    search: named(pages, 'search, words seldom asked'),
    autocomplete: named(pages, 'autocomplete'),
    shoppers: shoppers.eight,
    placed: placing.placed,
    startSeconds: started,
    memoryMb: memory,
    accounts,
  })
  if (wishes.json) process.stdout.write(`${JSON.stringify({ rows, bars: judged }, null, 1)}\n`)
  else tell(`\n${table(rows)}\n\n${barTable(judged)}`)
  complainOf(rows)
}

function named(rows: Row[], name: string): Measured {
  const row = rows.find((one) => one.name === name)
  if (!row) throw new Error(`${name} was not measured`)
  return row.measured
}

function asDemo(row: Row): Row {
  return { ...row, name: `demo size: ${row.name}` }
}

function complainOf(rows: Row[]) {
  const failed = rows.flatMap(({ name, measured, yardstick }) =>
    complaints(name, measured, yardstick?.measured),
  )
  if (failed.length === 0) return
  process.stderr.write(`${failed.join('\n')}\n`)
  process.exitCode = 1
}

function complaints(name: string, measured: Measured, beside?: Measured): string[] {
  const failed = measured.failed + (beside?.failed ?? 0)
  return failed > 0 ? [`${name}: ${failed} answers were neither 2xx nor 3xx`] : []
}

function tell(text: string) {
  if (!wishes.json) process.stdout.write(`${text}\n`)
}
