import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type FarmTerms, offers, varieties } from '#db/schema/index.ts'
import { type Day, type Instant, parseDay } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { termsOf } from '../farm-money/terms.ts'
import { parseDollars } from '../money.ts'
import { basisPointsTyped } from './typed-numbers.ts'

export type TermsOffer = { id: number; token: string; name: string; priceCents: number }

export type TermsRow = FarmTerms & { offer: TermsOffer | null; state: 'in_force' | 'coming' | 'over' }

export function farmOffers(db: Db, farmId: number): TermsOffer[] {
  return db
    .select({
      id: offers.id,
      token: offers.token,
      variety: varieties.name,
      label: offers.label,
      priceCents: offers.priceCents,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.farmId, farmId))
    .orderBy(varieties.name, offers.weightGrams)
    .all()
    .map(({ variety, label, ...offer }) => ({ ...offer, name: `${variety}, ${label}` }))
}

/** Of a farm and its offers, with what is in force today. */
export function termsRows(db: Db, farmId: number, offersOfFarm: TermsOffer[], now: Instant): TermsRow[] {
  const today = dayIn(SHOP_ZONE, now)
  const decided = new Set<number | null>()
  return termsOf(db, farmId).map((terms) => {
    const offer = offersOfFarm.find(({ id }) => id === terms.offerId) ?? null
    return { ...terms, offer, state: stateOf(terms, today, decided) }
  })
}

/** The first of each offer that has begun is in force, since the newest come first. */
function stateOf({ offerId, startsOn }: FarmTerms, today: Day, decided: Set<number | null>) {
  if (startsOn > today) return 'coming'
  if (decided.has(offerId)) return 'over'
  decided.add(offerId)
  return 'in_force'
}

export type TypedTerms = Record<
  'offer' | 'kind' | 'percent' | 'price' | 'starts_on' | 'seen' | 'above_ok',
  string
>

type ReadTerms = Pick<FarmTerms, 'kind' | 'basisPoints' | 'cents' | 'startsOn' | 'offerId'>

export type TermsRead = { ok: true; terms: ReadTerms } | { ok: false; errors: Record<string, string> }

const MAX_PRICE_CENTS = 1_000_000
const ALL = 10_000

export function readTerms(typed: TypedTerms, offersOfFarm: TermsOffer[]): TermsRead {
  const offer = offersOfFarm.find(({ token }) => token === typed.offer) ?? null
  const startsOn = parseDay(typed.starts_on)
  const price = priceTyped(typed, offer)
  const errors: Record<string, string> = {
    ...(typed.offer !== '' && !offer && { offer: 'Please choose one of the farm’s packs.' }),
    ...(!startsOn && { starts_on: 'Please enter a day like 2026-12-01.' }),
    ...('error' in price && price.error),
  }
  if (!startsOn || 'error' in price || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, terms: { ...price, startsOn, offerId: offer?.id ?? null } }
}

type ReadPrice = Pick<FarmTerms, 'kind' | 'basisPoints' | 'cents'> | { error: Record<string, string> }

function priceTyped({ kind, percent, price, above_ok }: TypedTerms, offer: TermsOffer | null): ReadPrice {
  if (kind === 'commission') {
    const basisPoints = basisPointsTyped(percent)
    return basisPoints === null || basisPoints > ALL
      ? { error: { percent: 'Please enter a percentage from 0 to 100.' } }
      : { kind, basisPoints, cents: null }
  }
  if (kind !== 'pack' && kind !== 'pound')
    return { error: { kind: 'Please choose a commission, a price per pack or a price per pound.' } }
  const cents = parseDollars(price)
  if (!cents || cents > MAX_PRICE_CENTS) return { error: { price: 'Please enter a price like 8.50.' } }
  if (kind === 'pack' && offer && cents > offer.priceCents && above_ok !== '1')
    return { error: { price: ABOVE } }
  return { kind, basisPoints: null, cents }
}

const ABOVE = 'That’s more than shoppers pay for it. Check “Buy above the shop’s price” to confirm.'
