import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { lotGaps, unplannedUnits, withoutLoose } from '#src/fulfillment/lot-gaps.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { boxesToPack, inDays, receiveLot } from '../support/lots.ts'
import { random } from '../support/random.ts'
import { countStatements } from '../support/statement-count.ts'
import { cancelOrder } from '../support/waves.ts'
import type { World } from '../support/world.ts'

const draw = random(8)

/** Lots for most items, often with too few units for their boxes, which few units without a lot make up for. */
async function wavesOfScarceLots() {
  const { shop, dale } = await centerShop()
  const boxes = boxesToPack(shop)
  const sold = shop.db.all<{ offerId: number; units: number }>(sql`
    select offer_id as offerId, -sum(delta) as units from stock_movements
    where order_id is not null and fc_id = 1 group by offer_id`)
  for (const { offerId, units } of sold.filter(() => draw.chance(0.8))) {
    const good = 1 + draw.below(units)
    await receiveLot(shop, { offerId, code: `G${offerId}`, bestBy: bestBy(shop), units: good })
    await receiveLot(shop, { offerId, code: `S${offerId}`, bestBy: inDays(shop, 3), units })
    shop.db.run(sql`
      update stock set on_hand = ${good + draw.below(3)} where offer_id = ${offerId} and fc_id = 1`)
  }
  const waves = [await wave(shop, boxes.slice(0, 45)), await wave(shop, boxes.slice(45, 60))]
  return { shop, dale, sold, waves }
}

const bestBy = (shop: World) => inDays(shop, draw.chance(0.3) ? 10 + draw.below(8) : 100)

const wave = (shop: World, boxes: Order[]) =>
  durably(shop.db, (tx) => {
    const chosen = sql`select value from json_each(${JSON.stringify(boxes.map(({ id }) => id))})`
    return { id: makeWave(tx, 1, chosen, shop.clock.now()) ?? 0, fcId: 1 }
  })

type Center = Awaited<ReturnType<typeof wavesOfScarceLots>>
type Box = { id: number; token: string; item: string; lot: string }

/** A box of the wave, an item in it, and a lot of that item. */
const anyBox = ({ shop: { db } }: Center, waveId: number) =>
  draw.pick(
    db.all<Box>(sql`
      select orders.id, orders.token, line.value ->> 'bid_item_token' as item, coalesce(lots.code, 'NONE') as lot
      from packing_wave_orders boxes inner join orders on orders.id = boxes.order_id,
        json_each(boxes.box, '$.lines') line
      inner join offers on offers.token = item left join lots on lots.offer_id = offers.id
      where boxes.wave_id = ${waveId}`),
  )

/** Any of what changes which lots a box gets. The shop may refuse it. */
async function actAtRandom(center: Center, waveId: number, turn: number) {
  const { shop, dale, sold } = center
  const { id, token, item, lot } = anyBox(center, waveId)
  const post = (path: string, fields: object) => dale.call('POST', `${CENTER}/${path}`, { ...fields })
  const ofWave = `packing_waves/${waveId}`
  const offerId = draw.pick(sold).offerId
  const acts = [
    () => post(`${ofWave}/packed`, { order_tokens: [token] }),
    () => post(`${ofWave}/remove`, { order_tokens: [token] }),
    () => post(`${ofWave}/scan`, { order_token: token, barcode: `${item}/${lot}/s${turn}` }),
    () => post(`${ofWave}/scan`, { order_token: token, barcode: `${item}/${lot}/t${turn}` }),
    () => post(`${ofWave}/unscan`, { order_token: token, package_id: `s${turn - 1}` }),
    () => post(`${ofWave}/short`, { order_token: token, bid_item_token: item, quantity: 1, reason: 'Torn' }),
    () => receiveLot(shop, { offerId, code: `N${turn}`, bestBy: bestBy(shop), units: 2 }),
    () => draw.chance(0.2) && cancelOrder(shop, { id } as Order),
    () => draw.chance(0.2) && post('recalls', { lots: [lot], reason: 'Listeria' }),
  ]
  await draw.pick(acts)()
}

/** Found by reading every box of the wave. */
function recount({ db }: World, { id, fcId }: { id: number; fcId: number }) {
  const all = db.all<{ id: number }>(
    sql`select order_id as id from packing_wave_orders where wave_id = ${id}`,
  )
  const found = unplannedUnits(
    db,
    { id, fcId },
    all.map((box) => box.id),
  )
  return withoutLoose(db, fcId, found).map(({ orderToken, name, units }) => [orderToken, name, units])
}

test('LOT-1 after any packing, shorts, recalls and cancellations, packs without a lot are those that a full count finds', async () => {
  const center = await wavesOfScarceLots()
  const { shop, waves } = center
  const seen = new Set<string>()
  for (let turn = 0; turn < 80; turn++) {
    const one = draw.pick(waves)
    await actAtRandom(center, one.id, turn)
    const gaps = await lotGaps(shop.db, one)
    const found = gaps.map(({ orderToken, name, units }) => [orderToken, name, units])
    expect(found, `turn ${turn}`).toEqual(recount(shop, one))
    for (const gap of found) seen.add(String(gap))
  }
  expect(seen.size).toBeGreaterThan(20)
  const lost = sql`select 1 from box_lots where planned > due + packed`
  expect(shop.db.all(lost).length).toBeGreaterThan(10)
})

test('LOT-1 boxes whose lots suffice are not read to find packs without one', async () => {
  const { shop, dale } = await centerShop()
  const { id } = await wave(shop, boxesToPack(shop).slice(0, 60))
  const page = `${CENTER}/packing_waves/${id}`
  await dale.visit(page)
  const counter = countStatements(shop.db)
  expect((await dale.visit(page)).status).toBe(200)
  const { statements } = counter.take()
  expect(statements.filter((text) => text.includes('json_each(packing_wave_orders.box'))).toEqual([])
})

test('LOT-1 OPS-2 an upgrade finds in open waves the lines that a new wave would have kept', async () => {
  const { shop } = await wavesOfScarceLots()
  const rows = () =>
    shop.db.all(sql`select * from unplanned_lines where wave_id > 1 order by wave_id, order_id, offer_id`)
  const kept = rows()
  expect(kept.length).toBeGreaterThan(20)
  shop.db.run(sql`delete from unplanned_lines`)
  const upgrade = readFileSync('db/migrations/0089_unplanned_lines.sql', 'utf8')
  shop.db.run(sql.raw(upgrade.split('--> statement-breakpoint').at(-1) ?? ''))
  expect(rows()).toEqual(kept)
})
