import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type BulkRow, farms, offers, varieties } from '#db/schema/index.ts'
import { shownPrice } from '../../../catalog/price-rules.ts'
import { plainDollars } from '../../../money.ts'
import { written } from './plan.ts'

type Named = { label: string; value: string }

const keyOf = ({ kind, key, field }: Pick<BulkRow, 'kind' | 'key' | 'field'>) => `${kind} ${field} ${key}`

/** What the rows' fields hold now, as a bulk edit writes it. What is gone has no value. */
export function currentValues(db: Db, rows: BulkRow[]) {
  const keys = (kind: BulkRow['kind']) => [
    ...new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key)),
  ]
  const found = new Map<string, Named>()
  for (const offer of offersNow(db, keys('offer')))
    found.set(keyOf({ kind: 'offer', key: offer.token, field: 'price' }), {
      label: `${offer.name}, ${offer.label}`,
      value: plainDollars(shownPrice(offer)),
    })
  for (const variety of varietiesNow(db, keys('variety'))) {
    const named = (value: string) => ({ label: variety.name, value })
    for (const field of ['hidden', 'featured_rank', 'badges'] as const)
      found.set(keyOf({ kind: 'variety', key: variety.slug, field }), named(written(variety, field)))
    found.set(
      keyOf({ kind: 'variety', key: variety.slug, field: 'pictures' }),
      named(JSON.stringify(variety.pictures)),
    )
  }
  for (const farm of farmsNow(db, keys('farm')))
    found.set(keyOf({ kind: 'farm', key: farm.slug, field: 'pictures' }), {
      label: farm.name,
      value: JSON.stringify([farm.picture]),
    })
  return (row: BulkRow): Named | null => found.get(keyOf(row)) ?? null
}

const offersNow = (db: Db, tokens: string[]) =>
  db
    .select({
      token: offers.token,
      label: offers.label,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      name: varieties.name,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(inArray(offers.token, tokens))
    .all()

const varietiesNow = (db: Db, slugs: string[]) =>
  db.select().from(varieties).where(inArray(varieties.slug, slugs)).all()

const farmsNow = (db: Db, slugs: string[]) =>
  db
    .select({ slug: farms.slug, name: farms.name, picture: farms.picture })
    .from(farms)
    .where(inArray(farms.slug, slugs))
    .all()
