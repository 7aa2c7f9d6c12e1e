import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, copyInto, type Db, durably, openDatabase } from '#db/client.ts'
import { stock, stockMovements } from '#db/schema/index.ts'
import { adjustStock } from '#src/stock/adjust.ts'
import { availableUnits, holdUnits } from '#src/stock/stock.ts'
import { userOf } from '../support/account.ts'
import { boxesAt, centerShop, DALE } from '../support/clerks.ts'
import { adjust, INVENTORY, stockedOffer } from '../support/inventory.ts'
import { NOW } from '../support/now.ts'

const RACERS = 100
const UNITS_HELD = 2

const movedUnits = (db: Db, offerId: number) =>
  db
    .select({ units: sql<number>`sum(${stockMovements.delta})` })
    .from(stockMovements)
    .where(sql`${stockMovements.offerId} = ${offerId} and fc_id = 1`)
    .get()?.units

test('FUL-7 a hundred concurrent adjustments and holds in four processes never make available negative', async () => {
  const { shop } = await centerShop()
  const offer = stockedOffer(shop)
  const userId = userOf(shop, DALE).id
  const folder = mkdtempSync(join(tmpdir(), 'adjust-race-'))
  await copyInto(shop.db, join(folder, 'shop.sqlite3'))
  const processes = [1, 2, 3, 4].map(() => openDatabase(join(folder, 'shop.sqlite3')))
  const expiresAt = NOW + 600_000
  const results = await Promise.all(
    boxesAt(shop)
      .slice(0, RACERS)
      .map(({ id }, index) => {
        const wanted = [{ offerId: offer.id, quantity: UNITS_HELD }]
        const change = { offerId: offer.id, fcId: 1, change: -1, note: 'Race', userId, scaleGrams: null }
        return durably(processes[index % 4]!, (tx) =>
          index % 2 === 0
            ? holdUnits(tx, { id, fcId: 1 }, wanted, NOW, expiresAt)
            : adjustStock(tx, change, NOW),
        )
      }),
  )
  const [db] = processes
  const held = results.filter(({ ok }, index) => ok && index % 2 === 0).length
  const removed = results.filter(({ ok }, index) => ok && index % 2 === 1).length
  const left = offer.onHand - removed
  expect(availableUnits(db!, offer.id, 1, NOW)).toBe(left - held * UNITS_HELD)
  expect(left).toBeGreaterThanOrEqual(held * UNITS_HELD)
  expect(results.some(({ ok }) => !ok)).toBe(true)
  expect(db!.select().from(stock).where(eq(stock.offerId, offer.id)).all()).toContainEqual(
    expect.objectContaining({ fcId: 1, onHand: left }),
  )
  expect(movedUnits(db!, offer.id)).toBe(left)
  for (const each of processes) closeDatabase(each)
  rmSync(folder, { recursive: true })
})

test('FUL-7 a hundred concurrent removals succeed only as long as there are units', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const answers = await Promise.all(
    Array.from({ length: RACERS }, () => adjust(dale, offer.token, { change: -3, reason: 'Race' })),
  )
  const done = answers.filter(({ status }) => status === 200).length
  expect(done).toBe(Math.min(RACERS, Math.floor(offer.onHand / 3)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(done < RACERS ? [200, 422] : [200]))
  expect(movedUnits(shop.db, offer.id)).toBe(offer.onHand - done * 3)
})

test('FUL-7 an adjustment from a page opened before another one changes nothing, and says what changed', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const path = `${INVENTORY}/${offer.token}`
  const valuesOf = (page: string) => ({
    press: /name="press" value="([^"]+)"/.exec(page)?.[1] ?? '',
    seen: /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '',
  })
  const open = async (from: string) => valuesOf(await (await dale.visit(from)).text())
  const [first, second] = [await open(path), await open(INVENTORY)]
  const torn = { change: '-2', reason: 'Torn packs' }
  for (let times = 0; times < 2; times++)
    expect((await dale.submit('POST', `${path}/adjust`, { ...torn, ...first })).status).toBe(303)
  const stale = await dale.submit('POST', `${path}/adjust`, { ...torn, reason: 'Two are torn', ...second })
  const page = await stale.text()
  expect(stale.status).toBe(409)
  expect(page).toMatch(
    /Since you opened this page, Dale[^<(]* removed 2 \(Torn packs\)\. Nothing was changed\./,
  )
  expect(page).toContain('value="Two are torn"')
  expect(page).toContain('name="change" value="-2"')
  expect(movedUnits(shop.db, offer.id)).toBe(offer.onHand - 2)
  const again = await dale.submit('POST', `${path}/adjust`, { ...torn, ...valuesOf(page) })
  expect(again.status).toBe(303)
  expect(movedUnits(shop.db, offer.id)).toBe(offer.onHand - 4)
})
