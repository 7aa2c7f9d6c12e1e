import type { OrderState, WaveBox, WaveLine } from '#db/schema/index.ts'
import { formatDay } from '../day.ts'
import { formatPhone } from '../delivery/rules.ts'
import { placeLine } from '../postal/place.ts'

/** What a slip says, and what is true now. Either may be empty. */
export type BoxChange = { was: string; now: string }

export type BoxDifference = {
  why: 'canceled' | 'refunded' | 'held' | 'edited' | 'gone'
  changes: BoxChange[]
}

/** Why a box of an order in this state must not be packed; null while it may be. */
export function whyStopped(
  state: OrderState,
  isRefunded: boolean,
): Exclude<BoxDifference['why'], 'edited'> | null {
  if (state === 'canceled') return 'canceled'
  if (state === 'refunded' || isRefunded) return 'refunded'
  if (state === 'review') return 'held'
  return state === 'in_wave' ? null : 'gone'
}

/** What changed of a box that matters to who packs it. Prices don't. */
export function boxChanges(then: WaveBox, now: WaveBox): BoxChange[] {
  const facts = FACTS.map((factOf) => ({ was: factOf(then), now: factOf(now) }))
  return [...lineChanges(then.lines, now.lines), ...facts].filter(({ was, now }) => was !== now)
}

const FACTS: ((box: WaveBox) => string)[] = [
  (box) => `Ships ${formatDay(box.ship_on, 'short')}`,
  (box) => `Arrives ${formatDay(box.arrival_date, 'short')}`,
  (box) => (box.expedited ? 'Expedited' : 'Standard delivery'),
  (box) => box.delivery_name,
  (box) => placeLine(placeOfBox(box)),
  (box) => formatPhone(box.delivery_phone_number),
  (box) => (box.gift_order ? 'Gift, no prices' : 'No gift'),
  (box) => (box.gift_recipient_name === '' ? '' : `For ${box.gift_recipient_name}`),
  (box) => box.gift_message,
]

export const placeOfBox = (box: WaveBox) => ({
  street1: box.delivery_street_address_1,
  street2: box.delivery_street_address_2,
  city: box.delivery_city,
  state: box.delivery_state,
  zip: box.delivery_postal_code,
})

function lineChanges(then: WaveLine[], now: WaveLine[]): BoxChange[] {
  const tokens = new Set([...then, ...now].map(({ bid_item_token }) => bid_item_token))
  return [...tokens].map((token) => ({ was: lineWords(then, token), now: lineWords(now, token) }))
}

function lineWords(lines: WaveLine[], token: string): string {
  const line = lines.find(({ bid_item_token }) => bid_item_token === token)
  return line ? `${line.quantity} × ${line.name}, ${line.label}` : ''
}
