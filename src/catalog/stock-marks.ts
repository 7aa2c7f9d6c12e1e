import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { offers, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Position } from '../read-cache.ts'
import { type Followed, touchedSince } from '../stock/changes.ts'

/** Marks of what was touched. Beyond these, all marks move at once. */
const MAX_MARKS = 20_000

type Marks = {
  followed: Followed | null
  last: number
  ofAll: number
  offers: Map<number, number>
  products: Map<string, number>
}

const marksOf = oncePerDatabase(
  (): Marks => ({ followed: null, last: 0, ofAll: 0, offers: new Map(), products: new Map() }),
)

/** Changes whenever the units on hand or on hold of one of the product's offers change. */
export function productStockMark(db: Db, slug: string, now: Instant, position: Position): number {
  const { products, ofAll } = currentMarks(db, now, position)
  return products.get(slug) ?? ofAll
}

/** Like `productStockMark`, of each offer alone. */
export function offerStockMarks(db: Db, now: Instant, position: Position): (offerId: number) => number {
  const { offers, ofAll } = currentMarks(db, now, position)
  return (offerId) => offers.get(offerId) ?? ofAll
}

function currentMarks(db: Db, now: Instant, position: Position): Marks {
  const marks = marksOf(db)
  const { touched, followed } = touchedSince(db, marks.followed, now, position)
  marks.followed = followed
  if (touched === 'all' || marks.offers.size > MAX_MARKS) moveAll(marks)
  else if (touched.length > 0) move(db, marks, touched)
  return marks
}

function moveAll(marks: Marks) {
  marks.ofAll = ++marks.last
  marks.offers.clear()
  marks.products.clear()
}

function move(db: Db, marks: Marks, touched: number[]) {
  const mark = ++marks.last
  for (const offerId of touched) marks.offers.set(offerId, mark)
  for (const { slug } of statements(db).products.all({ offerIds: JSON.stringify(touched) }))
    marks.products.set(slug, mark)
}

const statements = oncePerDatabase((db) => ({
  products: db
    .select({ slug: varieties.slug })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(sql`${offers.id} in (select value from json_each(${sql.placeholder('offerIds')}))`)
    .prepare(),
}))
