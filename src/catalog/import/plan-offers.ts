import type { Offer } from '#db/schema/index.ts'
import { weighedCents } from '../../money.ts'
import { MAX_WEIGHTS } from '../rules.ts'
import type { ParsedItem, WantedCatalog } from './check-entries.ts'
import { type CurrentCatalog, stockRowKey } from './current-catalog.ts'
import { MAX_PRICE_CENTS } from './fields.ts'
import type { OfferInput } from './item-schemas.ts'
import {
  addChange,
  type Changes,
  type Count,
  type ImportContext,
  isIncomplete,
  type OfferRow,
} from './plan-types.ts'
import type { Problem } from './problems.ts'

const REQUIRED = ['weight_grams', 'serves'] as const
const FIXED_PRICE = ['price'] as const
const BY_WEIGHT = ['price_per_pound', 'max_weight_grams'] as const
const DEFAULT_MAX_QUANTITY = 100
const DEFAULT_DAYS_AT_HOME = 7

export function planOffers(
  { offers, varieties, invalid }: WantedCatalog,
  current: CurrentCatalog,
  { tokenOf }: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<OfferRow> = { added: [], changed: [] }
  const counts: Count[] = []
  const weights = new Map(current.weights)
  for (const [key, item] of offers) {
    const { variety } = item.given
    const before = current.offers.get(key)
    const hasVariety = current.varieties.has(variety) || varieties.has(variety) || invalid.has(variety)
    if (!hasVariety) problems.push({ line: item.line, reason: `there is no variety ${variety}` })
    const name = `${variety} “${item.given.label}”`
    if (
      !hasVariety ||
      (!before && isIncomplete(item, [...REQUIRED, ...priceFields(item.given)], name, problems))
    )
      continue

    const siblings = weights.get(variety) ?? { count: 0, lastPosition: -1 }
    const row = offerRow(item.given, before, before?.token ?? tokenOf(key), siblings.lastPosition + 1)
    if (!before) weights.set(variety, { count: siblings.count + 1, lastPosition: row.position })
    problems.push(...rowProblems(item, row, weights.get(variety)?.count ?? 0, !before))
    addChange(changes, row, before && { ...before, variety })
    counts.push(...countsOf(item, row.token, before, current, problems))
  }
  return { changes, counts }
}

function offerRow(given: OfferInput, before: Offer | undefined, token: string, position: number): OfferRow {
  return {
    token,
    variety: given.variety,
    label: given.label,
    serves: given.serves ?? before?.serves ?? '',
    weightGrams: given.weight_grams ?? before?.weightGrams ?? 0,
    ...priceOf(given, before),
    tareGrams: given.tare_grams ?? before?.tareGrams ?? 0,
    minDaysAtHome: given.min_days_at_home ?? before?.minDaysAtHome ?? DEFAULT_DAYS_AT_HOME,
    gtin: given.gtin === undefined ? (before?.gtin ?? null) : given.gtin || null,
    minQuantity: given.min_quantity ?? before?.minQuantity ?? 1,
    maxQuantity:
      given.max_quantity ?? before?.maxQuantity ?? Math.max(DEFAULT_MAX_QUANTITY, given.min_quantity ?? 1),
    position: given.position ?? before?.position ?? position,
  }
}

const isByWeight = ({ price_per_pound, max_weight_grams }: OfferInput) =>
  price_per_pound !== undefined || max_weight_grams !== undefined

const priceFields = (given: OfferInput) => (isByWeight(given) ? BY_WEIGHT : FIXED_PRICE)

/** A fixed price, or one by weight with the most that a unit can cost; the last one given counts. */
function priceOf(given: OfferInput, before: Offer | undefined) {
  if (given.price !== undefined) return { priceCents: given.price, poundCents: null, maxGrams: null }
  const poundCents = given.price_per_pound ?? before?.poundCents ?? null
  const maxGrams = given.max_weight_grams ?? before?.maxGrams ?? null
  if (poundCents === null || maxGrams === null)
    return { priceCents: before?.priceCents ?? 0, poundCents: null, maxGrams: null }
  return { priceCents: weighedCents(poundCents, maxGrams), poundCents, maxGrams }
}

function rowProblems(
  { line, given }: ParsedItem<OfferInput>,
  row: OfferRow,
  count: number,
  isNew: boolean,
): Problem[] {
  const { minQuantity: min, maxQuantity: max, weightGrams, maxGrams, priceCents } = row
  return [
    ...(given.price !== undefined && isByWeight(given)
      ? ['an offer has either a price or a price_per_pound with a max_weight_grams']
      : []),
    ...(isByWeight(given) && maxGrams === null ? ['price_per_pound and max_weight_grams go together'] : []),
    ...(maxGrams !== null && maxGrams < weightGrams
      ? [`max_weight_grams ${maxGrams} is below weight_grams ${weightGrams}`]
      : []),
    ...(priceCents > MAX_PRICE_CENTS ? [`a unit could cost more than ${MAX_PRICE_CENTS / 100} dollars`] : []),
    ...(max < min ? [`max_quantity ${max} is below min_quantity ${min}`] : []),
    ...(isNew && count > MAX_WEIGHTS ? [`a variety has at most ${MAX_WEIGHTS} weights`] : []),
  ].map((reason) => ({ line, reason }))
}

/** The stock that changes. It can't go below the units held for orders being paid. */
function countsOf(
  { line, given }: ParsedItem<OfferInput>,
  token: string,
  before: Offer | undefined,
  { centers, onHand, held }: CurrentCatalog,
  problems: Problem[],
): Count[] {
  return Object.entries(given.stock ?? {}).flatMap(([center, units]) => {
    const fcId = Number(center)
    const key = before ? stockRowKey(before.id, fcId) : ''
    const heldUnits = held.get(key) ?? 0
    if (!centers.has(fcId)) problems.push({ line, reason: `there is no center ${fcId}` })
    else if (units === (onHand.get(key) ?? 0)) return []
    else if (units < heldUnits) {
      problems.push({
        line,
        reason: `center ${fcId} can't go down to ${units}: ${heldUnits} held for orders being paid`,
      })
    } else return [{ token, fcId, units }]
    return []
  })
}
