import { formatCents } from '../../money.ts'
import { offerKey } from './check-entries.ts'
import { type CurrentCatalog, stockRowKey } from './current-catalog.ts'
import type { Changes, Plan } from './plan-types.ts'

/** `before` is null for what is new. A new item is a single row without a field. */
export type Difference = {
  kind: 'farm' | 'variety' | 'offer' | 'bundle'
  item: string
  field: string
  before: string | null
  after: string
}

/** What an import would change, field by field, in the order of the file's sections. */
export function differencesOf(plan: Plan, current: CurrentCatalog): Difference[] {
  const offerBefore = ({ variety, label }: OfferName) => current.offers.get(offerKey(variety, label))
  return [
    ...changesOf('farm', plan.farms, (row) => [row.slug, current.farms.get(row.slug)]),
    ...changesOf('variety', plan.varieties, (row) => [row.slug, current.varieties.get(row.slug)]),
    ...plan.endedEarly.map((item) => ({ kind: 'variety' as const, item, ...EARLY_ACCESS_ENDS })),
    ...changesOf('offer', plan.offers, (row) => [nameOf(row), withVariety(row, offerBefore(row))]),
    ...changesOf('bundle', plan.bundles, (row) => [row.handle, current.bundles.get(row.handle)]),
    ...stockChanges(plan, current),
    ...plan.pictures.map(({ owner, pictures }) => ({
      kind: owner.kind,
      item: owner.slug,
      field: 'pictures',
      before: null,
      after: pictures.map(({ alt }) => alt).join(' | '),
    })),
  ]
}

const EARLY_ACCESS_ENDS = { field: 'early access', before: 'yes', after: 'no' }

type OfferName = { variety: string; label: string }

const nameOf = ({ variety, label }: OfferName) => `${variety}, ${label}`

const withVariety = (row: OfferName, before: object | undefined) =>
  before && { ...before, variety: row.variety }

function changesOf<Row extends object>(
  kind: Difference['kind'],
  { added, changed }: Changes<Row>,
  find: (row: Row) => [item: string, before: object | undefined],
): Difference[] {
  const news = added.map((row) => ({ kind, item: find(row)[0], field: '', before: null, after: 'new' }))
  const edits = changed.flatMap((row) => {
    const [item, before] = find(row)
    return fieldChanges(before ?? {}, row).map((change) => ({ kind, item, ...change }))
  })
  return [...news, ...edits]
}

/** The fields of `after` that differ, as texts. */
export function fieldChanges(before: object, after: object) {
  const old: Record<string, unknown> = { ...before }
  return Object.entries(after).flatMap(([field, value]) =>
    JSON.stringify(old[field]) === JSON.stringify(value)
      ? []
      : [{ field: wordsOf(field), before: shown(field, old[field]), after: shown(field, value) }],
  )
}

const wordsOf = (field: string) =>
  field
    .replace(/Cents$/, 'Price')
    .replace(/^pricePrice$/, 'price')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number' && field.endsWith('Cents')) return formatCents(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(' | ') || 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function stockChanges({ counts, offers }: Plan, { offers: known, onHand }: CurrentCatalog): Difference[] {
  const named = new Map(
    [...known].map(([key, { id, token }]) => [token, { id, item: key.replace('\n', ', ') }]),
  )
  const fresh = new Map(offers.added.map((row) => [row.token, nameOf(row)]))
  return counts.map(({ token, fcId, units }) => {
    const offer = named.get(token)
    return {
      kind: 'offer',
      item: offer?.item ?? fresh.get(token) ?? token,
      field: `stock in center ${fcId}`,
      before: String(offer ? (onHand.get(stockRowKey(offer.id, fcId)) ?? 0) : 0),
      after: String(units),
    }
  })
}
