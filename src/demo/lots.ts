import { and, asc, eq, gte, notLike, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { farms, offers, stock, stockMovements, users, varieties } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { announceDelivery } from '../stock/deliveries.ts'
import { addToLot, createLot } from '../stock/lots.ts'
import { random } from '../tokens.ts'

const FIRST_CENTER = 1
const EVERY = 4
const COUNT = 12
const MOST_UNITS = 12

/** Days from today to each lot's best-by day. The very first lot is nearly over. */
const BEST_BY = [170, 260]
const SOON = 16
const KEEPS_DAYS = 365

type Stocked = ReturnType<typeof stockedOffers>[number]

/** Puts part of the first center's opening stock into lots, and announces deliveries, one of them for today. */
export function seedLots(tx: DurableTx, now: Instant) {
  const today = todayAt(tx, FIRST_CENTER, now)
  const chosen = stockedOffers(tx)
    .filter((_, index) => index % EVERY === EVERY - 1)
    .slice(0, COUNT)
  chosen.forEach((offer, index) => {
    BEST_BY.forEach((days, turn) => {
      const bestBy = addDays(today, index === 0 && turn === 0 ? SOON : days + index)
      addLot(tx, offer, `${offer.farmSlug.slice(0, 3)}-${index + 1}${turn + 1}`, bestBy, now)
    })
  })
  announce(tx, chosen[1], today, now)
  announce(tx, chosen[5], addDays(today, 2), now)
}

/** Leaves out the varieties whose stock the demo's contract fixes. */
const stockedOffers = (tx: DurableTx) =>
  tx
    .select({
      id: offers.id,
      units: stock.onHand,
      farmId: farms.id,
      farmSlug: farms.slug,
      farmState: farms.state,
    })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(and(eq(stock.fcId, FIRST_CENTER), gte(stock.onHand, 30), notLike(varieties.slug, 'demo-%')))
    .orderBy(asc(offers.id))
    .all()

/** Units that are in the ledger already now name their lot. */
function addLot(
  tx: DurableTx,
  { id: offerId, units: onHand, farmState }: Stocked,
  code: string,
  bestBy: Day,
  now: Instant,
) {
  const units = Math.min(MOST_UNITS, Math.floor(onHand / 3))
  const packedOn = addDays(bestBy, -KEEPS_DAYS)
  const dates = { harvestedOn: addDays(packedOn, -9), packedOn, frozenOn: addDays(packedOn, 1), bestBy }
  const plant = {
    inspection: 'federal' as const,
    establishment: `M ${20_000 + offerId}`,
    originState: farmState,
  }
  const place = { offerId, fcId: FIRST_CENTER }
  const lot = createLot(tx, { token: random.token(), ...place, code, ...dates, ...plant }, now)
  addToLot(tx, lot.id, units)
  const opening = tx
    .select({ id: stockMovements.id })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.offerId, offerId),
        eq(stockMovements.fcId, FIRST_CENTER),
        gte(stockMovements.delta, units),
      ),
    )
    .get()
  if (!opening) throw new Error(`offer ${offerId} has no opening stock`)
  tx.update(stockMovements)
    .set({ delta: sql`${stockMovements.delta} - ${units}` })
    .where(eq(stockMovements.id, opening.id))
    .run()
  tx.insert(stockMovements)
    .values({ ...place, delta: units, reason: 'received', note: 'opening', at: now, lotId: lot.id })
    .run()
}

function announce(tx: DurableTx, offer: Stocked | undefined, expectedOn: Day, now: Instant) {
  const clerk = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, 'fulfillment@example.com'))
    .get()
  if (!offer || !clerk) throw new Error('the demo has no delivery to announce')
  const { id: offerId, farmId } = offer
  const facts = { fcId: FIRST_CENTER, offerId, farmId, quantity: 24, expectedOn, userId: clerk.id }
  announceDelivery(tx, facts, now)
}
