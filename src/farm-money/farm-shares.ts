import type { FarmEntry } from '#db/schema/index.ts'
import type { OfferFacts, OfferInOrder } from './order-facts.ts'
import { type Terms, type Value, valueOfPacks, valueOfWeight } from './terms-rules.ts'

/** What the ledger has of an offer in an order, by what it is for. A sale that was taken back is part of `sold`. */
export const PARTS = ['sold', 'short', 'weight', 'given'] as const
export type PartName = (typeof PARTS)[number]
export type Part = Pick<FarmEntry, 'units' | 'grams' | 'goodsCents' | 'soldCents' | 'feeCents'>
export type Parts = Record<PartName, Part>

export const NOTHING: Part = { units: 0, grams: 0, goodsCents: 0, soldCents: 0, feeCents: 0 }

type Sharing = {
  offer: OfferInOrder
  facts: OfferFacts
  terms: Terms | null
  posted: Parts
  isTakenBack: boolean
}

/** What the ledger must have of an offer in an order. */
export function partsOf({ offer, facts, terms, posted, isTakenBack }: Sharing): Parts {
  if (isTakenBack) return takenBack(posted)
  const unitGrams = gramsPerUnit(posted, facts)
  const part = (units: number, goodsCents: number): Part => ({
    units,
    grams: units * unitGrams,
    goodsCents,
    ...valueOfPacks(terms, { units, unitGrams, goodsCents }),
  })
  return {
    sold: part(offer.quantity + offer.shortUnits, offer.atMostCents + offer.shortCents),
    short: part(-offer.shortUnits, -offer.shortCents),
    weight: weightOf(offer, unitGrams, terms),
    given: givenOf(offer.givenUnits, posted.given, { terms, facts, unitGrams }),
  }
}

/** What was short or weighed less stays as it is, so that a statement says why it earned less. */
function takenBack({ short, weight }: Parts): Parts {
  const sold = Object.fromEntries(
    Object.entries(NOTHING).map(([name]) => {
      const key = name as keyof Part
      return [key, 0 - short[key] - weight[key]]
    }),
  ) as Part
  return { sold, short, weight, given: NOTHING }
}

/** As it was when the box was paid, however heavy the offer's packs are by now. */
function gramsPerUnit({ sold, short }: Parts, { weightGrams }: OfferFacts): number {
  const units = sold.units + short.units
  return units > 0 ? Math.round((sold.grams + short.grams) / units) : weightGrams
}

function weightOf(offer: OfferInOrder, unitGrams: number, terms: Terms | null): Part {
  const { packedGrams, packedCents, quantity: units, atMostCents } = offer
  if (packedGrams === null || packedCents === null || units === 0) return NOTHING
  const goodsCents = packedCents - atMostCents
  return {
    units: 0,
    grams: packedGrams - units * unitGrams,
    goodsCents,
    ...valueOfWeight(terms, { units, unitGrams, goodsCents, packedGrams }),
  }
}

type Pricing = { terms: Terms | null; facts: OfferFacts; unitGrams: number }

/** More packs at the price of the day; fewer take back what they were entered with. */
function givenOf(units: number, posted: Part, { terms, facts, unitGrams }: Pricing): Part {
  const isUnpriced = posted.soldCents === 0
  const kept = isUnpriced ? NOTHING : shareOf(posted, Math.min(units, posted.units))
  const more = units - kept.units
  if (more <= 0) return kept
  const { soldCents, feeCents } = valueOfPacks(terms, {
    units: more,
    unitGrams,
    goodsCents: more * facts.priceCents,
  })
  return {
    units,
    grams: kept.grams + more * unitGrams,
    goodsCents: 0,
    soldCents: kept.soldCents + soldCents,
    feeCents: kept.feeCents + feeCents,
  }
}

function shareOf(part: Part, units: number): Part {
  if (units === part.units) return part
  const cents = (whole: number) => Math.round((whole * units) / part.units)
  return {
    units,
    grams: cents(part.grams),
    goodsCents: 0,
    soldCents: cents(part.soldCents),
    feeCents: cents(part.feeCents),
  }
}

/** Null if the ledger has it already. Cents alone change only when first terms come. */
export function missing(part: Part, posted: Part, isFirstTerms: boolean): Part | null {
  const { units, grams, goodsCents } = difference(part, posted)
  const isSame = units === 0 && goodsCents === 0 && grams === 0
  if (isSame && !isFirstTerms) return null
  const rest = difference(part, posted)
  return Object.values(rest).every((value) => value === 0) ? null : rest
}

const difference = (part: Part, posted: Part): Part => ({
  units: part.units - posted.units,
  grams: part.grams - posted.grams,
  goodsCents: part.goodsCents - posted.goodsCents,
  soldCents: part.soldCents - posted.soldCents,
  feeCents: part.feeCents - posted.feeCents,
})

export const owedCents = ({ soldCents, feeCents }: Value): number => soldCents - feeCents
