import { and, eq, sql } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { boxLots, type Inspection, type Lot, lots, type Order, offers, stock } from '#db/schema/index.ts'
import { addDays, assertDay, type Day } from '#src/day.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { createLot } from '#src/stock/lots.ts'
import { receiveIntoLot } from '#src/stock/receive-lots.ts'
import { signedIn } from './account.ts'
import { expectOk, offerToken } from './buying.ts'
import { boxesAt, DALE } from './clerks.ts'
import type { World } from './world.ts'

export const today = ({ clock }: World): Day => assertDay(new Date(clock.now()).toISOString().slice(0, 10))

/** The day `days` days from today. */
export const inDays = (shop: World, days: number): Day => addDays(today(shop), days)

type Given = { offerId: number; code: string; bestBy: Day; units: number; inspection?: Inspection }

/** Receives units of an offer into a lot at the first center, from a plant in Nevada. */
export const receiveLot = (shop: World, { offerId, code, bestBy, units, inspection = 'federal' }: Given) =>
  durably(shop.db, (tx): Lot => {
    const now = shop.clock.now()
    const dates = { harvestedOn: null, packedOn: addDays(bestBy, -180), frozenOn: null, bestBy }
    const plant = { inspection, establishment: 'M 1234', originState: 'NV' }
    const lot = createLot(tx, { token: `lot-${code}`, offerId, fcId: 1, code, ...dates, ...plant }, now)
    receiveIntoLot(tx, lot, units, { note: 'Delivered', userId: null, now })
    return lot
  })

/** The same lot at the second center, with all units already in boxes. */
export const bringElsewhere = ({ db }: World, { id, token, ...lot }: Lot) =>
  db
    .insert(lots)
    .values({ ...lot, token: `${token}-there`, fcId: 2, unitsLeft: 0 })
    .run()

export const lotNow = ({ db }: World, { id }: { id: number }): Lot => {
  const lot = db.select().from(lots).where(eq(lots.id, id)).get()
  if (!lot) throw new Error(`no lot ${id}`)
  return lot
}

/** Puts all units of the demo share into one lot for boxes that arrive by `lastDay`. One unit is already sold. */
export async function soldFromOneLot(shop: World, lastDay: Day): Promise<number> {
  const { db } = shop
  const offerId = offerIdOf(shop, offerToken(db, 'demo-fifty'))
  const days = db.select().from(offers).where(eq(offers.id, offerId)).get()?.minDaysAtHome ?? 0
  const isInCenter = and(eq(stock.offerId, offerId), eq(stock.fcId, 1))
  db.update(stock).set({ onHand: 0 }).where(isInCenter).run()
  await receiveLot(shop, { offerId, code: 'ONLY', bestBy: addDays(lastDay, days), units: 20 })
  db.update(stock).set({ onHand: 19 }).where(isInCenter).run()
  return offerId
}

/** The offer's units on hand at the first center. */
export const unitsOnHand = ({ db }: World, offerId: number): number =>
  db
    .select()
    .from(stock)
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, 1)))
    .get()?.onHand ?? 0

export const offerIdOf = ({ db }: World, token: string): number =>
  db.select().from(offers).where(eq(offers.token, token)).get()?.id ?? 0

/** An offer's lots in a box, with the units planned, due and packed of each. */
export const lotsOfBox = ({ db }: World, orderId: number, offerId: number) =>
  db
    .select({ code: lots.code, planned: boxLots.planned, due: boxLots.due, packed: boxLots.packed })
    .from(boxLots)
    .innerJoin(lots, eq(lots.id, boxLots.lotId))
    .where(and(eq(boxLots.orderId, orderId), eq(boxLots.offerId, offerId)))
    .orderBy(lots.bestBy)
    .all()

/** The first center's paid boxes without anything to weigh. */
export const boxesToPack = (shop: World): Order[] =>
  boxesAt(shop).filter(
    ({ id, state }) =>
      state === 'paid' &&
      !shop.db.get(sql`
        select 1 from order_lines inner join offers on offers.id = order_lines.offer_id
        where order_id = ${id} and offers.pound_cents is not null`),
  )

/** A box in a packing wave, due units of a lot that a clerk has since recalled. */
export async function recalledBox(shop: World): Promise<Order> {
  const [box] = boxesToPack(shop)
  if (!box) throw new Error('the demo has no box to pack')
  const { id: offerId } = shop.db.get<{ id: number }>(sql`
    select offer_id as id from stock_movements
    where order_id = ${box.id} and offer_id not in (select offer_id from lots)`)
  await receiveLot(shop, { offerId, code: 'BAD-1', bestBy: inDays(shop, 200), units: 40 })
  await durably(shop.db, (tx) => makeWave(tx, 1, sql`select ${box.id}`, shop.clock.now()))
  const dale = await signedIn(shop, DALE)
  await expectOk(dale.call('POST', paths.recalls('truckee-meadows'), { lots: ['BAD-1'], reason: 'Listeria' }))
  return box
}
