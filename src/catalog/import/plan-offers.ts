import type { Offer } from '#db/schema/index.ts'
import { MOST_WEIGHTS } from '../rules.ts'
import { type Changes, type Count, type ImportContext, missing, type OfferRow, sortIn } from './changes.ts'
import type { Said, Wanted } from './gather.ts'
import { type Known, stockRowKey } from './known.ts'
import type { Problem } from './problems.ts'
import type { OfferGiven } from './things.ts'

const NEEDED = ['weight_grams', 'price', 'serves'] as const
const USUAL_MAXIMUM = 100

export function planOffers(
  { offers, varieties, unsound }: Wanted,
  known: Known,
  { tokenOf }: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<OfferRow> = { added: [], changed: [] }
  const counts: Count[] = []
  const weights = new Map(known.weights)
  for (const [key, said] of offers) {
    const { variety } = said.given
    const before = known.offers.get(key)
    const isThere = known.varieties.has(variety) || varieties.has(variety) || unsound.has(variety)
    if (!isThere) problems.push({ line: said.line, reason: `there is no variety ${variety}` })
    if (!isThere || (!before && missing(said, NEEDED, `${variety} “${said.given.label}”`, problems))) continue

    const place = weights.get(variety) ?? { count: 0, lastPosition: -1 }
    const row = offerRow(said.given, before, before?.token ?? tokenOf(key), place.lastPosition + 1)
    if (!before) weights.set(variety, { count: place.count + 1, lastPosition: row.position })
    problems.push(...rowProblems(said, row, weights.get(variety)?.count ?? 0, !before))
    sortIn(changes, row, before && { ...before, variety })
    counts.push(...countsOf(said, row.token, before, known, problems))
  }
  return { changes, counts }
}

function offerRow(given: OfferGiven, before: Offer | undefined, token: string, position: number): OfferRow {
  return {
    token,
    variety: given.variety,
    label: given.label,
    serves: given.serves ?? before?.serves ?? '',
    weightGrams: given.weight_grams ?? before?.weightGrams ?? 0,
    priceCents: given.price ?? before?.priceCents ?? 0,
    minQuantity: given.min_quantity ?? before?.minQuantity ?? 1,
    maxQuantity:
      given.max_quantity ?? before?.maxQuantity ?? Math.max(USUAL_MAXIMUM, given.min_quantity ?? 1),
    position: before?.position ?? position,
  }
}

function rowProblems({ line }: Said<OfferGiven>, row: OfferRow, count: number, isNew: boolean): Problem[] {
  const { minQuantity: min, maxQuantity: max } = row
  return [
    ...(max < min ? [`max_quantity ${max} is below min_quantity ${min}`] : []),
    ...(isNew && count > MOST_WEIGHTS ? [`a variety has at most ${MOST_WEIGHTS} weights`] : []),
  ].map((reason) => ({ line, reason }))
}

/** Shelves that are to hold something else than they do. Units that somebody is just paying for cannot be counted away. */
function countsOf(
  { line, given }: Said<OfferGiven>,
  token: string,
  before: Offer | undefined,
  { centers, onHand, held }: Known,
  problems: Problem[],
): Count[] {
  return Object.entries(given.stock ?? {}).flatMap(([center, units]) => {
    const fcId = Number(center)
    const shelf = before ? stockRowKey(before.id, fcId) : ''
    const kept = held.get(shelf) ?? 0
    if (!centers.has(fcId)) problems.push({ line, reason: `there is no center ${fcId}` })
    else if (units === (onHand.get(shelf) ?? 0)) return []
    else if (units < kept) {
      problems.push({
        line,
        reason: `center ${fcId} holds ${kept} for orders being paid, more than ${units}`,
      })
    } else return [{ token, fcId, units }]
    return []
  })
}
