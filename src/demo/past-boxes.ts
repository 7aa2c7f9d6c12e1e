import { asc, ne } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Offer, offers, ratings, varieties } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { nearestDay, pick } from './boxes.ts'
import { addPlacedBox } from './placed-box.ts'
import { type DemoRating, demoRatings } from './ratings.ts'
import type { Regular } from './regulars.ts'

const BOXES_PER_REGULAR = 3
const DAYS_BETWEEN = 28
const NEWEST_BOX_DAYS = 20
/** From order to rating: after delivery, because shoppers rate only what has arrived. */
const RATED_AFTER_MS = 14 * DAY_MS

/** Adds three delivered boxes for each regular, and their ratings of what was in them. */
export function seedPastBoxes(tx: DurableTx, regulars: Regular[], now: Instant) {
  const packs = packsByVariety(tx)
  const all = demoRatings(rateableVarieties(tx), regulars.length)
  const rows = regulars.flatMap((regular, index) => {
    const own = all.filter(({ person }) => person === index)
    return Array.from({ length: BOXES_PER_REGULAR }, (_, box) =>
      addRatedBox(tx, regular, shareOf(own, box), packs, now - daysAgo(box, index) * DAY_MS),
    ).flat()
  })
  tx.insert(ratings).values(rows).run()
}

const daysAgo = (box: number, index: number) =>
  NEWEST_BOX_DAYS + DAYS_BETWEEN * (BOXES_PER_REGULAR - 1 - box) + ((index * 7) % (DAYS_BETWEEN - 4))

/** The oldest varieties go into the oldest box. */
function shareOf(own: DemoRating[], box: number): DemoRating[] {
  const byAge = [...own].sort((a, b) => a.variety.addedOn.localeCompare(b.variety.addedOn))
  const endOf = (count: number) => Math.round((byAge.length * count) / BOXES_PER_REGULAR)
  return byAge.slice(endOf(box), endOf(box + 1))
}

function addRatedBox(
  tx: DurableTx,
  regular: Regular,
  boxRatings: DemoRating[],
  packs: Map<number, Offer[]>,
  at: Instant,
) {
  const day = nearestDay(tx, regular, at)
  const chosen = boxRatings.map((rating, index) => ({
    ...rating,
    offer: pick(packs.get(rating.variety.id) ?? [], index),
  }))
  const lines = chosen.map(({ offer }) => ({ offer, quantity: offer.priceCents < 2_000 ? 2 : 1 }))
  const { lineIds } = addPlacedBox(tx, regular, lines, { state: 'delivered', day, at })
  return chosen.map(({ variety, score, offer }) => ({
    userId: regular.userId,
    varietyId: variety.id,
    orderLineId: lineIds.get(offer.id) ?? 0,
    score,
    ratedAt: at + RATED_AFTER_MS,
  }))
}

/** Leaves out the variety whose stock the demo's contract fixes. */
const rateableVarieties = (db: Db) =>
  db
    .select({ id: varieties.id, addedOn: varieties.addedOn, featuredRank: varieties.featuredRank })
    .from(varieties)
    .where(ne(varieties.slug, 'demo-fifty'))
    .orderBy(varieties.id)
    .all()

const MAX_PACKS = 2

function packsByVariety(db: Db): Map<number, Offer[]> {
  const packs = new Map<number, Offer[]>()
  for (const offer of db.select().from(offers).orderBy(asc(offers.varietyId), asc(offers.position)).all()) {
    const existing = packs.get(offer.varietyId) ?? []
    if (existing.length < MAX_PACKS) packs.set(offer.varietyId, [...existing, offer])
  }
  return packs
}
