import { iso } from '../../privacy/iso.ts'
import type { StaffOrder } from './facts.ts'
import type { OrderRow } from './list.ts'

export const orderRowJson = (row: OrderRow) => ({
  token: row.token,
  identifier: row.identifier,
  state: row.isDraft ? 'draft' : row.state,
  name: row.name,
  email: row.email,
  city: row.city,
  state_code: row.deliveryState,
  postal_code: row.postalCode,
  total_cents: row.totalCents,
  card_last4: row.last4,
  center: row.center,
  placed_at: iso(row.placedAt),
  ship_on: row.shipOn,
  arrival_on: row.arrivalOn,
  held: row.state === 'review' || row.isHeldByWeather,
  open_flags: row.openFlags,
})

export const staffOrderJson = ({ order, draft, ...facts }: StaffOrder) => ({
  token: order.token,
  identifier: order.identifier,
  state: draft && order.placedAt === null ? 'draft' : order.state,
  version: order.version,
  email: order.email,
  address: facts.address,
  gift: facts.gift,
  account_token: facts.account?.token ?? null,
  center: facts.center?.slug ?? null,
  placed_at: iso(order.placedAt),
  lock_at: iso(order.lockAt),
  ship_on: order.shipOn,
  arrival_on: order.arrivalOn,
  cards: facts.cards,
  lines: facts.lines.map(({ name, label, quantity, totalCents }) => ({
    name,
    label,
    quantity,
    total_cents: totalCents,
  })),
  totals: Object.fromEntries(
    Object.entries(facts.totals).map(([name, cents]) => [
      name.replace('Cents', '_cents').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      cents,
    ]),
  ),
  refunded: { card_cents: facts.returned.cardCents, gift_cents: facts.returned.giftCents },
  left_cents: facts.leftCents,
  credit_cents: facts.creditCents,
  price_override:
    draft?.priceCents == null
      ? null
      : { price_cents: draft.priceCents, list_cents: draft.listCents, reason: draft.reason },
  open_flags: facts.flags.map(({ id, kind }) => ({ id, kind })),
  claims: facts.claims,
  timeline: facts.history.map(({ at, area, title, words, by }) => ({
    at: iso(at),
    area,
    title,
    words: words ?? null,
    by: by ?? null,
  })),
})
