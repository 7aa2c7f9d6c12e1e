import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, type Db, durably, openDatabase, serialize } from '#db/client.ts'
import { holds, orders, stock } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { receiveUnits, sellUnits } from '#src/stock/stock.ts'
import { random } from '#src/tokens.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { NOW } from '../../support/now.ts'
import { asTx } from '../../support/tx.ts'
import { world } from '../../support/world.ts'
import {
  changesOf,
  csv,
  desk,
  importText,
  movementsOf,
  NO_CHANGES,
  offer,
  reasonsOf,
} from './import-folder.ts'

const LABEL = '14 oz'
const ribeye = (db: Db) => offer(db, 'grass-fed-ribeye', LABEL)
const counted = (units: number) => csv('variety_slug,label,stock_1', `grass-fed-ribeye,${LABEL},${units}`)

const onHand = (db: Db, offerId: number, fcId = 1) =>
  db
    .select()
    .from(stock)
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, fcId)))
    .get()?.onHand ?? 0

const someOrder = (db: Db) => db.select().from(orders).limit(1).get()!

test('GND-32 stock in a file is the target quantity, and the ledger gets the difference', async () => {
  const { db } = await world()
  const { id } = ribeye(db)
  const before = onHand(db, id)
  const movements = movementsOf(db, id).length

  expect(changesOf(await importText(db, 'count.csv', counted(before + 7)))).toEqual({
    ...NO_CHANGES,
    counts: 1,
  })
  changesOf(await importText(db, 'count.csv', counted(before - 5)))
  expect(onHand(db, id)).toBe(before - 5)
  expect(movementsOf(db, id).slice(movements)).toEqual([
    { fcId: 1, delta: 7, reason: 'received' },
    { fcId: 1, delta: -12, reason: 'adjusted' },
  ])
  expect(ledgerProblems(db)).toEqual([])
})

test('GND-32 an import cannot remove units held for orders being paid', async () => {
  const { db } = await world()
  const { id } = ribeye(db)
  const order = someOrder(db)
  await durably(
    db,
    (tx) =>
      void tx
        .insert(holds)
        .values({ orderId: order.id, offerId: id, fcId: 1, quantity: 3, expiresAt: NOW + 60_000 })
        .run(),
  )
  const before = dump(db)
  expect(reasonsOf(await importText(db, 'count.csv', counted(2)))).toEqual([
    "line 2: center 1 can't go down to 2: 3 held for orders being paid",
  ])
  expect(changedTables(before, dump(db))).toEqual([])

  changesOf(await importText(db, 'count.csv', counted(3)))
  expect(onHand(db, id)).toBe(3)
  changesOf(await importText(db, 'count.csv', counted(0), { now: NOW + 60_000 }))
  expect(onHand(db, id)).toBe(0)
  expect(ledgerProblems(db)).toEqual([])
})

/** The shop as a file with two connections: the import's, and a server's that writes before the import does. */
async function besideServer(text: string, meanwhile: (server: Db) => void) {
  const { db: memory } = await world()
  const { folder } = desk()
  const file = join(folder, 'shop.sqlite3')
  writeFileSync(file, serialize(memory))
  const server = openDatabase(file)
  const db = openDatabase(file)
  let written: Promise<void> | undefined
  const token = () => {
    written ??= durably(server, () => meanwhile(server))
    return random.token()
  }
  const outcome = await importText(db, 'count.csv', text, { random: { ...random, token } })
  expect(written).toBeDefined()
  await written
  return { db, outcome, close: () => [server, db].forEach(closeDatabase) }
}

/** A new offer makes the import request a token, after it has read the shop and before it writes. */
const withNewOffer = (units: number) =>
  csv(
    'variety_slug,label,stock_1,serves,weight_grams,price',
    'grass-fed-ribeye,9 lb,4,9,4082,190.00',
    `grass-fed-ribeye,${LABEL},${units},,,`,
  )

test('GND-32 sales while the file is read count: stock ends up as in the file, and the ledger balances', async () => {
  const { db, outcome, close } = await besideServer(withNewOffer(90), (server) => {
    const { id: offerId } = ribeye(server)
    sellUnits(asTx(server), { id: someOrder(server).id, fcId: 1 }, [{ offerId, quantity: 2 }], NOW)
    receiveUnits(asTx(server), 1, [{ offerId, quantity: 1 }], NOW)
  })
  expect(changesOf(outcome)).toMatchObject({ offers: [1, 0], counts: 2 })
  expect(onHand(db, ribeye(db).id)).toBe(90)
  expect(onHand(db, offer(db, 'grass-fed-ribeye', '9 lb').id)).toBe(4)
  expect(ledgerProblems(db)).toEqual([])
  close()
})

test('GND-32 a hold placed while the file is read rejects the whole file, including its new offer', async () => {
  const { db, outcome, close } = await besideServer(withNewOffer(1), (server) => {
    const { id: offerId } = ribeye(server)
    const orderId = someOrder(server).id
    server
      .insert(holds)
      .values({ orderId, offerId, fcId: 1, quantity: 2, expiresAt: NOW + 60_000 })
      .run()
  })
  expect(reasonsOf(outcome)).toEqual(["line 3: center 1 can't go down to 1: 2 held for orders being paid"])
  expect(() => offer(db, 'grass-fed-ribeye', '9 lb')).toThrow()
  expect(ledgerProblems(db)).toEqual([])
  close()
})

test('GND-32 an import and a constantly writing server both make progress', async () => {
  const { db: memory } = await world()
  const { folder } = desk()
  const file = join(folder, 'shop.sqlite3')
  writeFileSync(file, serialize(memory))
  const [server, db] = [openDatabase(file), openDatabase(file)]
  const { id: offerId } = ribeye(server)
  let isDone = false
  let sold = 0
  const selling = (async () => {
    while (!isDone) {
      await durably(server, (tx) => receiveUnits(tx, 2, [{ offerId, quantity: 1 }], NOW))
      sold++
    }
  })()
  const outcomes = []
  for (const units of [50, 60, 70]) outcomes.push(await importText(db, 'count.csv', counted(units)))
  isDone = true
  await selling
  expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true])
  expect(sold).toBeGreaterThan(0)
  expect(onHand(db, offerId)).toBe(70)
  expect(ledgerProblems(db)).toEqual([])
  closeDatabase(server)
  closeDatabase(db)
})
