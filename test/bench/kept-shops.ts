import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DAY_MS } from '#src/day.ts'
import { freePort } from '../support/free-port.ts'
import type { Checkout } from './checkout.ts'
import { fillShop } from './fill-shop.ts'
import { addPastOrders } from './past-orders.ts'
import type { ShopPlan } from './plan.ts'
import { ASKING, finish } from './processes.ts'

export const CACHE = resolve('node_modules/.cache/bench')

/** The sources of a shop file; a change to any of them creates a new one. */
const SOURCES_OF_CHECKOUT = ['db/migrations', 'db/data', 'src/demo']
const OWN_SOURCES = ['test/bench/fill-shop.ts', 'test/bench/past-orders.ts']
/** The demo's orders wait for ship days of the week they were seeded in. */
const MAX_AGE_MS = 3 * DAY_MS

type Size = Pick<ShopPlan, 'offers' | 'orders'>

/** The pristine file of a shop of this size, created if missing. Copy it before use. */
export async function keptShop(
  { folder: checkout, name }: Checkout,
  size: Size,
  say: (text: string) => void,
): Promise<string> {
  const folder = join(CACHE, 'shops')
  const file = join(folder, `${size.offers}-${size.orders}-${keyOfSources(checkout)}.sqlite3`)
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder).filter((one) => isOld(join(folder, one)))) rmSync(join(folder, old))
  if (existsSync(file)) return file
  const began = performance.now()
  const draft = join(folder, `draft-${process.pid}-${keyOfSources(checkout)}`)
  try {
    renameSync(await makeShop(checkout, draft, size), file)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  say(`  made for ${name} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return file
}

const isOld = (file: string) => statSync(file).isFile() && Date.now() - statSync(file).mtimeMs > MAX_AGE_MS

/** Takes no time on a file system with copy-on-write. Deletes any earlier copy. */
export function copyShop(file: string, to: string): string {
  rmSync(dirname(to), { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(file, to, constants.COPYFILE_FICLONE)
  return to
}

async function makeShop(checkout: string, folder: string, { offers, orders }: Size): Promise<string> {
  const file = resolve(folder, 'shop.sqlite3')
  await finish(ASKING, ['.build/commands/seed.js'], {
    folder: checkout,
    env: { DATABASE_PATH: file, PORT: String(await freePort()) },
  })
  fillShop(file, { offers })
  addPastOrders(file, orders)
  return file
}

function keyOfSources(checkout: string): string {
  const hash = createHash('sha256')
  const files = [...SOURCES_OF_CHECKOUT.map((path) => join(checkout, path)), ...OWN_SOURCES].flatMap(filesIn)
  for (const file of files) hash.update(basename(file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile())
}
