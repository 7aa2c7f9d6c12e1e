import type { PaidCard } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import { type Day, formatDay, type Instant } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { exactPounds, formatCents, weighedCents } from '#src/money.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import type { Totals } from '#src/pricing/total.ts'

export type OrderLineFacts = {
  name: string
  /** The weight sold: '14 oz', '2 × 12 oz'. */
  label: string
  /** The variety's address. */
  slug: string
  farm: string
  /** The farm's address. */
  vendor: string
  quantity: number
  totalCents: number
  /** If it's sold by weight; `packedGrams` is null until it's packed, and then `totalCents` is the most it can cost. */
  byWeight: { poundCents: number; packedGrams: number | null } | null
  picture: string | null
  isGiftCard?: boolean
  /** A gift card that pays for one box of a corporate gift. */
  isGiftBox?: boolean
  /** Once it's packed. */
  lots?: LineLotFacts[] | undefined
  /** Of a box at one price, which is one line. */
  contents?: BundledFacts[] | undefined
}

export type BundledFacts = Pick<
  OrderLineFacts,
  'name' | 'label' | 'slug' | 'farm' | 'vendor' | 'quantity' | 'picture' | 'lots'
>

export type PackFacts = BundledFacts & Pick<OrderLineFacts, 'byWeight'>

export const areGiftBoxes = (lines: OrderLineFacts[]): boolean =>
  lines.length > 0 && lines.every(({ isGiftBox }) => isGiftBox)

/** Everything that is packed, what bundles hold too. A gift card that was bought with the box is not in it. */
export const packsIn = (lines: OrderLineFacts[]): PackFacts[] =>
  lines
    .filter(({ isGiftCard }) => !isGiftCard)
    .flatMap((line): PackFacts[] => line.contents?.map((pack) => ({ ...pack, byWeight: null })) ?? [line])

/** '2 × Grass-fed ribeye, 14 oz' */
export const packWords = ({ quantity, name, label }: Pick<OrderLineFacts, 'quantity' | 'name' | 'label'>) =>
  `${quantity} × ${name}, ${label}`

/** '2 × 14 oz', but '2 packs of 2 × 8 oz'. */
export const unitWords = ({ quantity, label }: Pick<OrderLineFacts, 'quantity' | 'label'>) =>
  label.includes('×') ? `${counted(quantity, 'pack', 'packs')} of ${label}` : `${quantity} × ${label}`

/** 'Three Larks Ranch', or what a bundle holds. */
export const underLine = ({ farm, contents }: Pick<OrderLineFacts, 'farm' | 'contents'>): string =>
  contents ? contents.map(packWords).join('; ') : farm

export type LineLotFacts = { code: string; packedOn: Day | null; harvestedOn: Day | null }

/** 'Lot L-101, packed Jun 1' */
export function lotNote({ code, packedOn, harvestedOn }: LineLotFacts): string {
  if (packedOn) return `Lot ${code}, packed ${formatDay(packedOn, 'date')}`
  return harvestedOn ? `Lot ${code}, harvested ${formatDay(harvestedOn, 'date')}` : `Lot ${code}`
}

type LinePrice = Pick<OrderLineFacts, 'totalCents' | 'byWeight' | 'isGiftCard'>

/** A reward gift is free; a gift card that was given back costs nothing. */
export function linePrice({ totalCents, byWeight, isGiftCard }: LinePrice): string {
  if (totalCents === 0) return byWeight?.packedGrams === 0 || isGiftCard ? formatCents(0) : 'Free'
  return isUnweighed({ byWeight }) ? `at most ${formatCents(totalCents)}` : formatCents(totalCents)
}

export const isUnweighed = ({ byWeight }: Pick<OrderLineFacts, 'byWeight'>) =>
  byWeight !== null && byWeight.packedGrams === null

/** '3.42 lb at $14.99 / lb' once it's packed; nothing for a fixed price. */
export function weightNote(line: WeighedLine): string | null {
  const { byWeight } = line
  if (byWeight === null) return null
  const rate = `${formatCents(byWeight.poundCents)} / lb`
  if (byWeight.packedGrams === null) return `sold by weight, ${rate}`
  if (isCapped(line))
    return `${exactPounds(byWeight.packedGrams)} lb at ${rate}, but never more than the price shown when you ordered`
  return `${chargedPounds(byWeight, line.totalCents)} lb at ${rate}`
}

/** Each pack is rounded to a hundredth of a pound, so what is charged can differ from all their grams together. */
function chargedPounds({ poundCents, packedGrams }: WeighedPrice, totalCents: number): string {
  return totalCents === 0 ? exactPounds(packedGrams ?? 0) : (totalCents / poundCents).toFixed(2)
}

type WeighedPrice = NonNullable<OrderLineFacts['byWeight']>

type WeighedLine = Pick<OrderLineFacts, 'byWeight' | 'quantity' | 'totalCents'>

/** It weighs more than was paid for. Each pack's weight is rounded to a hundredth of a pound, which isn't a cap. */
function isCapped({ byWeight, quantity, totalCents }: WeighedLine): boolean {
  if (!byWeight?.packedGrams || totalCents === 0) return false
  const rounding = (quantity * byWeight.poundCents) / 100
  return weighedCents(byWeight.poundCents, byWeight.packedGrams) - totalCents > rounding
}

/** What a page says while something in the box waits for its weight. */
export function weightSentence(lines: LinePrice[], isHeld = false): string | null {
  if (!lines.some(isUnweighed)) return null
  return isHeld
    ? 'For items sold by weight your bank holds the most they can cost. We weigh them when we pack your box, and then charge your card for what they weigh.'
    : 'For items sold by weight you pay the most they can cost. We weigh them when we pack your box and refund the difference.'
}

export type PlacedOrder = {
  identifier: string
  email: string
  lines: OrderLineFacts[]
  totals: Totals
  /** The card that was charged, or saved for later boxes; null when gift cards paid for everything. */
  paidWith: PaidCard | null
  /** The bank only holds the money, until the box is weighed. */
  isHeld: boolean
  /** While the bank holds money, a change was paid already. */
  isPartCharged?: boolean
  /** Other cards, that paid for changes. */
  laterCards: PaidCard[]
  /** Null for a one-time box, and once the agreement has ended. */
  frequency: RenewPeriod | null
  /** What pays the later boxes of a recurring one, which may not be the card that paid for this one. */
  keptCard: PaidCard | null
  arrivesOn: Day
  lockAt: Instant
  /** The center's time zone, in which `lockAt` is shown. */
  zone: string
  delivery: DeliveryFields
  gift?: { recipientName: string; message: string } | null
}

/** By card and by gift card together, gift cards that it bought included. */
export const paidCents = ({ totals }: Pick<PlacedOrder, 'totals'>) => totals.totalCents + totals.giftCents
