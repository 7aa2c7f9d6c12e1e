import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { DAYS_THAWED, NEVER_THAWED, POUNDS_A_DAY, RED_MEAT, SHORT_CUTS } from '#db/data/thawing.ts'
import { farms, offers, orderLines, varieties } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { GRAMS_PER_POUND } from '../money.ts'

export type ThawRow = {
  name: string
  farm: string
  picture: string | null
  /** Of the lot that was packed. */
  bestBy: Day | null
  thawDays: number
  /** Good to cook for this long after it thawed. */
  goodDays: number
}

/** What thaws in a box, in the order of its lines. */
export const thawPlan = (db: Db, orderId: number): ThawRow[] =>
  statement(db)
    .all({ orderId })
    .filter(({ cut }) => !NEVER_THAWED.has(cut))
    .map(({ name, farm, pictures, bestBy, weightGrams, animal, cut }) => ({
      name,
      farm,
      picture: pictures[0] ?? null,
      bestBy: bestBy as Day | null,
      thawDays: thawDays(weightGrams),
      goodDays: goodDays(animal, cut),
    }))

export const thawDays = (grams: number) => Math.max(1, Math.ceil(grams / GRAMS_PER_POUND / POUNDS_A_DAY))

export const goodDays = (animal: string, cut: string) =>
  RED_MEAT.has(animal) && !SHORT_CUTS.has(cut) ? DAYS_THAWED.long : DAYS_THAWED.short

const statement = oncePerDatabase((db) =>
  db
    .select({
      name: varieties.name,
      animal: varieties.animal,
      cut: varieties.cut,
      pictures: varieties.pictures,
      farm: farms.name,
      weightGrams: offers.weightGrams,
      bestBy: sql<string | null>`(
        select min(lots.best_by) from box_lots join lots on lots.id = box_lots.lot_id
        where box_lots.order_id = order_lines.order_id and box_lots.offer_id = order_lines.offer_id
          and box_lots.packed > 0)`,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(orderLines.orderId, sql.placeholder('orderId')))
    .orderBy(orderLines.id)
    .prepare(),
)
