/**
 * How the price of a pack is shared between its farm and the shop.
 *
 * - What shoppers accepted for the pack counts, before promotions, rewards and balances: those are the shop's offers,
 *   so the shop pays for them. A unit of a bundle counts with its share of the bundle's price.
 * - The terms in force on the day when the box was paid decide, and decide for good: a later refund, short pack or
 *   weight is settled by the same terms. Marketplaces count a sale when its money comes in, and a farm can tell on
 *   that day what it earned.
 * - Under a commission, the farm sold at the shopper's price and the shop keeps its part. At a purchase price, the
 *   shop bought the pack, and what it sells it for is the shop's own business.
 * - A sale is taken back when the box never left: canceled, refunded before shipping, or edited. A refund after that
 *   is the shop's cost, until staff charge a claim to the farm. Packs that the shop gives away (rewards, boxes sent
 *   again) are the farm's sales all the same, at the price of the day.
 */

import type { FarmTerms } from '#db/schema/index.ts'
import { weighedCents } from '../money.ts'
import { divideHalfUp } from '../pricing/total.ts'

export type Terms = Pick<FarmTerms, 'id' | 'kind' | 'basisPoints' | 'cents'>

/** Packs of one offer. `unitGrams` is the weight a pack is sold at, before it is weighed. */
export type Packs = { units: number; unitGrams: number; goodsCents: number }

export type Value = { soldCents: number; feeCents: number }

const ALL = 10_000

/** Without terms, nothing is shared yet: the period can't be closed before they are known. */
export function valueOfPacks(terms: Terms | null, { units, unitGrams, goodsCents }: Packs): Value {
  if (terms === null) return { soldCents: 0, feeCents: 0 }
  if (terms.kind === 'commission') return commissioned(terms, goodsCents)
  const cents = terms.cents ?? 0
  return bought(units * (terms.kind === 'pack' ? cents : weighedCents(cents, unitGrams)))
}

/** What real weights changed: cents of the line, and grams of all its packs. */
export function valueOfWeight(
  terms: Terms | null,
  { units, unitGrams, goodsCents, packedGrams }: Packs & { packedGrams: number },
): Value {
  if (terms?.kind === 'commission') return commissioned(terms, goodsCents)
  if (terms?.kind !== 'pound') return { soldCents: 0, feeCents: 0 }
  const cents = terms.cents ?? 0
  return bought(weighedCents(cents, packedGrams) - units * weighedCents(cents, unitGrams))
}

const bought = (soldCents: number): Value => ({ soldCents, feeCents: 0 })

/** Half up, also of what is taken back, so that both rows are the same amount. */
function commissioned({ basisPoints }: Terms, goodsCents: number): Value {
  const feeCents = divideHalfUp(Math.abs(goodsCents) * (basisPoints ?? 0), ALL)
  return { soldCents: goodsCents, feeCents: goodsCents < 0 ? -feeCents : feeCents }
}
