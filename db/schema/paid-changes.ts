import type { Day } from '#src/day.ts'
import type { MovedOffReward } from './order-changes.ts'

/** What a shopper asked for: the new quantity of each offer, by token. What isn't named stays. */
export type EditWish = {
  items: { token: string; quantity: number }[]
  gift: { recipientName: string; recipientEmail: string; message: string } | null | 'unchanged'
}

/** A line of a box that is being edited, at the price that was accepted for it. `to` is 0 if it is taken out. */
export type BoxLine = {
  offerId: number
  name: string
  label: string
  priceCents: number
  poundCents: number | null
  /** Of the units before and after, those of bundles, which stay. */
  bundledQuantity?: number
  bundledCents?: number
  from: number
  to: number
}

export type EditedTotals = Record<
  'itemsCents' | 'promotionsCents' | 'rewardsCents' | 'shippingCents' | 'taxCents',
  number
>

/** The whole box as it will be, and what it costs before gift cards. */
export type EditedBox = { lines: BoxLine[]; totals: EditedTotals; dueCents: number }

/** Who made a change for the customer, and how they agreed. Null or absent: the customer did. */
export type ActingStaff = { id: number; name: string; reason: string } | null

/** A dearer day, as it was confirmed. */
export type DearerMove = {
  staff?: ActingStaff
  /** It ended a change of the customer's that waited for its payment, which the email mentions. */
  endsWaiting?: boolean
  from: Day
  to: Day
  shipOn: Day
  lockAt: number
  chargeAt: number
  expedited: boolean
  transitDays: number
  totals: Pick<EditedTotals, 'shippingCents' | 'taxCents' | 'rewardsCents'>
  /** Of the whole box, before gift cards. */
  dueCents: number
  /** Too late for that day, so it leaves the box. */
  reward: MovedOffReward | null
}

/** A change that costs more, as it was priced. Its money applies it. */
export type PaidChange =
  | { kind: 'edited'; wish: EditWish; box: EditedBox; staff?: ActingStaff; endsWaiting?: boolean }
  | { kind: 'moved'; move: DearerMove }
