import { asc, ne } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Offer, offers, ratings, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { nearestDay, pick } from './boxes.ts'
import { bringBox } from './place-box.ts'
import type { Regular } from './regulars.ts'
import { type Taste, tastesOf } from './tastes.ts'

const DAY_MS = 24 * 3600_000
const BOXES_EACH = 3
const DAYS_BETWEEN = 28
const YOUNGEST_DAYS = 20
/** From an order to the stars for what was in it: nobody rates what has not come. */
const TASTED_AFTER_MS = 14 * DAY_MS

/** What came before today: three boxes to each of the regulars, and the stars they gave what was in them. */
export function seedPastBoxes(tx: DurableTx, regulars: Regular[], now: Instant) {
  const packs = packsByVariety(tx)
  const tastes = tastesOf(rateable(tx), regulars.length)
  const given = regulars.flatMap((regular, nth) => {
    const theirs = tastes.filter(({ person }) => person === nth)
    return Array.from({ length: BOXES_EACH }, (_, box) =>
      tastedBox(tx, regular, partOf(theirs, box), packs, now - daysAgo(box, nth) * DAY_MS),
    ).flat()
  })
  tx.insert(ratings).values(given).run()
}

const daysAgo = (box: number, nth: number) =>
  YOUNGEST_DAYS + DAYS_BETWEEN * (BOXES_EACH - 1 - box) + ((nth * 7) % (DAYS_BETWEEN - 4))

/** What was on the shelves longest came first. */
function partOf(tastes: Taste[], box: number): Taste[] {
  const byAge = [...tastes].sort((a, b) => a.variety.addedOn.localeCompare(b.variety.addedOn))
  const upTo = (part: number) => Math.round((byAge.length * part) / BOXES_EACH)
  return byAge.slice(upTo(box), upTo(box + 1))
}

function tastedBox(
  tx: DurableTx,
  regular: Regular,
  tastes: Taste[],
  packs: Map<number, Offer[]>,
  at: Instant,
) {
  const day = nearestDay(tx, regular, at)
  const chosen = tastes.map((taste, nth) => ({
    ...taste,
    offer: pick(packs.get(taste.variety.id) ?? [], nth),
  }))
  const lines = chosen.map(({ offer }) => ({ offer, quantity: offer.priceCents < 2_000 ? 2 : 1 }))
  const { lineIds } = bringBox(tx, regular, lines, { state: 'delivered', day, at })
  return chosen.map(({ variety, score, offer }) => ({
    userId: regular.userId,
    varietyId: variety.id,
    orderLineId: lineIds.get(offer.id) ?? 0,
    score,
    ratedAt: at + TASTED_AFTER_MS,
  }))
}

/** Not the variety whose fifty units others count on. */
const rateable = (db: Db) =>
  db
    .select({ id: varieties.id, addedOn: varieties.addedOn, featuredRank: varieties.featuredRank })
    .from(varieties)
    .where(ne(varieties.slug, 'demo-fifty'))
    .orderBy(varieties.id)
    .all()

const PACKS_TRIED = 2

/** The smaller packs of each variety. */
function packsByVariety(db: Db): Map<number, Offer[]> {
  const packs = new Map<number, Offer[]>()
  for (const offer of db.select().from(offers).orderBy(asc(offers.varietyId), asc(offers.position)).all()) {
    const known = packs.get(offer.varietyId) ?? []
    if (known.length < PACKS_TRIED) packs.set(offer.varietyId, [...known, offer])
  }
  return packs
}
