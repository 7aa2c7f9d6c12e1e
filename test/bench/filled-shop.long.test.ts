import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '#db/driver.mjs'
import { prepareOrder } from '#src/orders/prepare.ts'
import { settle } from '#src/payments/finalize.ts'
import { seededShop, world } from '../support/world.ts'
import { fillShop } from './fill-shop.ts'
import { paidNews, readyOrders } from './ready-orders.ts'

/** Enough that every variety of the demo is copied. */
const OFFERS = 1_000

test('SPD-5 the benchmark’s orders can be placed in its larger shop', async () => {
  const file = await seededFile()
  hideOne(file)
  fillShop(file, { offers: OFFERS })
  const { db, services } = await world({ from: readFileSync(file) })
  const now = services.clock.now()
  const make = await readyOrders(db, now)
  for (const id of await make(OFFERS)) {
    const ready = await prepareOrder(db, id, { now, holdSeconds: 600, agreed: true })
    if (!ready.ok) throw new Error(ready.refusal.message)
    expect(await settle(services, paidNews(ready.order))).toBe('completed')
  }
})

async function seededFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'filled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'shop.sqlite3')
  writeFileSync(file, await seededShop())
  return file
}

/** As the demo's early access does, which is seeded only into a shop of its own. */
function hideOne(file: string) {
  const db = new Database(file)
  db.prepare("update varieties set hidden = 1 where slug = 'wagyu-tomahawk'").run()
  db.close()
}
