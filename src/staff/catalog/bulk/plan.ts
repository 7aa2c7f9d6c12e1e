import { inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type BulkRow, type Offer, offers, type Variety, varieties } from '#db/schema/index.ts'
import { type EditPlan, planEdit } from '../../../catalog/import/edit.ts'
import { MAX_PRICE_CENTS } from '../../../catalog/import/fields.ts'
import { isFarPrice, shownPrice } from '../../../catalog/price-rules.ts'
import { unitPrices } from '../../../catalog/prices.ts'
import type { Instant } from '../../../day.ts'
import { plainDollars } from '../../../money.ts'
import { type Random, sha256 } from '../../../tokens.ts'
import type { ListedOffer } from '../offer-list.ts'
import type { BulkChange } from './change.ts'

export type PlannedRow = BulkRow & {
  label: string
  /** A price that is more likely a typo. */
  isFar: boolean
  isPerPound: boolean
}

export type BulkPlan = {
  rows: PlannedRow[]
  problems: string[]
  /** Changes with any row, so that only what was previewed is applied. */
  version: string
  /** Of varieties, whose rules are those of the catalog file. */
  edit: Extract<EditPlan, { ok: true }> | null
}

type Settings = { now: Instant; random: Random }

/** What the change does to each chosen offer, or to its variety. Items that stay as they are have no row. */
export function planBulk(db: Db, chosen: ListedOffer[], change: BulkChange, settings: Settings): BulkPlan {
  const {
    rows,
    problems,
    edit = null,
  } = change.kind === 'price_percent' || change.kind === 'price_amount'
    ? planPrices(db, chosen, change)
    : planVarieties(db, chosen, change, settings)
  const version = sha256(JSON.stringify(rows)).slice(0, 16)
  return { rows, problems, version, edit }
}

type Planned = Pick<BulkPlan, 'rows' | 'problems'> & Partial<Pick<BulkPlan, 'edit'>>
type PriceChange = Extract<BulkChange, { kind: 'price_percent' | 'price_amount' }>

function planPrices(db: Db, chosen: ListedOffer[], change: PriceChange): Planned {
  const known = new Map(offersById(db, chosen).map((offer) => [offer.id, offer]))
  const planned = chosen.map((listed) => planPrice(listed, known.get(listed.id), change))
  return {
    rows: planned.flatMap(({ row }) => row ?? []),
    problems: planned.flatMap(({ problem }) => problem ?? []),
  }
}

function planPrice(listed: ListedOffer, offer: Offer | undefined, change: PriceChange) {
  if (!offer) return {}
  const before = shownPrice(offer)
  const after = changedPrice(before, change)
  const label = labelOf(listed)
  const isPerPound = offer.poundCents !== null
  const prices = unitPrices(offer, { priceCents: after, isPerPound })
  if (after < 1) return { problem: `${label} would cost nothing` }
  if (!prices || prices.priceCents > MAX_PRICE_CENTS)
    return { problem: `${label} would cost over $10,000.00` }
  if (before === after) return {}
  const row: PlannedRow = {
    kind: 'offer',
    key: listed.token,
    field: 'price',
    before: plainDollars(before),
    after: plainDollars(after),
    label,
    isFar: isFarPrice(before, after),
    isPerPound,
  }
  return { row }
}

const changedPrice = (before: number, change: PriceChange) =>
  change.kind === 'price_amount'
    ? before + change.cents
    : Math.round((before * (10_000 + change.hundredths)) / 10_000)

const labelOf = ({ name, label }: ListedOffer) => `${name}, ${label}`

const offersById = (db: Db, chosen: ListedOffer[]): Offer[] =>
  db
    .select()
    .from(offers)
    .where(
      inArray(
        offers.id,
        chosen.map(({ id }) => id),
      ),
    )
    .all()

function planVarieties(
  db: Db,
  chosen: ListedOffer[],
  change: Exclude<BulkChange, PriceChange>,
  settings: Settings,
): Planned {
  const slugs = [...new Set(chosen.map(({ slug }) => slug))]
  const known = new Map(varietiesOf(db, slugs).map((variety) => [variety.slug, variety]))
  const entries = slugs.flatMap((slug, nth) => {
    const variety = known.get(slug)
    return variety ? [{ slug, ...entryOf(variety, change, nth) }] : []
  })
  if (entries.length === 0) return { rows: [], problems: [] }
  const edit = planEdit(db, { varieties: entries }, settings)
  if (!edit.ok) return { rows: [], problems: edit.problems }
  const rows = edit.plan.varieties.changed.flatMap((row): PlannedRow[] => {
    const before = known.get(row.slug)
    if (!before) return []
    const field = FIELDS[change.kind]
    const values = { before: written(before, field), after: written(row, field) }
    if (values.before === values.after) return []
    return [
      { kind: 'variety', key: row.slug, field, ...values, label: row.name, isFar: false, isPerPound: false },
    ]
  })
  return { rows, problems: [], edit }
}

const varietiesOf = (db: Db, slugs: string[]): Variety[] =>
  db.select().from(varieties).where(inArray(varieties.slug, slugs)).all()

type VarietyField = 'hidden' | 'featured_rank' | 'badges'

const FIELDS = {
  hide: 'hidden',
  publish: 'hidden',
  place: 'featured_rank',
  badge_add: 'badges',
  badge_remove: 'badges',
} as const satisfies Record<string, VarietyField>

function entryOf({ badges }: Variety, change: Exclude<BulkChange, PriceChange>, nth: number) {
  switch (change.kind) {
    case 'hide':
      return { hidden: 'yes' }
    case 'publish':
      return { hidden: 'no' }
    case 'place':
      return { featured_rank: change.first + nth }
    case 'badge_add':
      return { badges: badges.includes(change.badge) ? badges : [...badges, change.badge] }
    case 'badge_remove':
      return { badges: badges.filter((badge) => badge !== change.badge) }
  }
}

/** As a row of a bulk edit keeps it. */
export function written(
  row: Pick<Variety, 'hidden' | 'featuredRank' | 'badges'>,
  field: VarietyField,
): string {
  if (field === 'hidden') return row.hidden ? 'yes' : 'no'
  return field === 'featured_rank' ? String(row.featuredRank) : JSON.stringify(row.badges)
}
