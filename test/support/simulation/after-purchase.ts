import { and, gte, inArray, isNull } from 'drizzle-orm'
import { claims, type Order, orders } from '#db/schema/index.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { itemsOf } from '#src/orders/items.ts'
import { signedIn } from '../account.ts'
import { offerToken } from '../buying.ts'
import { photo, tell } from '../claims.ts'
import { NOW as START } from '../now.ts'
import type { Shopper } from '../shopper.ts'
import { RUTH } from '../staff.ts'
import { asked, jsonOf, passRefusal, Refused } from './asked.ts'
import { OFFERS_SOLD } from './center.ts'
import type { Season } from './season.ts'

/** A guest who opens a receipt's link, on any device. */
export type Reader = { shopper: Shopper; order: Order; query: string; key: string }

/** @throws {Refused} when no box is in one of these states */
export async function readerOf(season: Season, states: Order['state'][]): Promise<Reader> {
  const { draw, shop } = season
  const { db, config, clock } = shop()
  const isLate = draw.chance(0.1)
  const placed = db
    .select()
    .from(orders)
    .where(and(isNull(orders.userId), gte(orders.placedAt, START), inArray(orders.state, states)))
    .all()
    .filter(({ state, lockAt }) => state !== 'paid' || isLate || (lockAt ?? 0) > clock.now())
  if (placed.length === 0) throw new Refused('nobody has such a box')
  const order = draw.pick(placed)
  const key = guestKey(config, order.token)
  return { shopper: await season.shopper(), order, query: `?key=${key}`, key }
}

/** Sets an item to more, fewer or none; some never pay for what costs more. */
export async function editsBox(season: Season) {
  const { draw, shop } = season
  const reader = await readerOf(season, ['paid'])
  const path = `/account/orders/${reader.order.token}/edit${reader.query}`
  const item = offerToken(shop().db, draw.pick(OFFERS_SOLD))
  const items = [{ bid_item_token: item, quantity: draw.below(4) }]
  const { version } = await jsonOf<{ version: number }>(reader.shopper.call('POST', path, { items }))
  await afterItsPrice(
    season,
    reader,
    await reader.shopper.call('POST', path, { items, version, confirmed: true }),
  )
}

type Confirmation = { amount_cents?: number }

/** Moves to one of the next open days, the first of which cost more. Confirms the price that was shown. */
export async function movesBox(season: Season) {
  const { draw } = season
  const reader = await readerOf(season, ['paid'])
  const { token } = reader.order
  const picker = await asked(
    reader.shopper.visit(`/modals/reschedule?order_token=${token}&key=${reader.key}`),
  )
  const days = [...(await picker.text()).matchAll(/name="arrival_date" value="([\d-]+)"/g)].map(
    ([, day]) => day,
  )
  if (days.length === 0) throw new Refused('no other day is open')
  const path = `/v1/subscriptions/update_arrival_date/${token}${reader.query}`
  const arrival_date = draw.pick(days.slice(0, draw.chance(0.6) ? 2 : 8))
  const { amount_cents } = await jsonOf<Confirmation>(reader.shopper.call('POST', path, { arrival_date }))
  const fields = {
    arrival_date,
    confirmed: true,
    choice: true,
    ...(amount_cents !== undefined && { amount_cents }),
  }
  await afterItsPrice(season, reader, await reader.shopper.call('POST', path, fields))
}

/** 402: the change costs more, and a guest must enter a card. */
async function afterItsPrice(season: Season, reader: Reader, answer: Response) {
  if (answer.status !== 402) return void (await asked(answer))
  const { shopper, order, query } = reader
  const path = `/account/orders/${order.token}/edit/payment${query}`
  const { draw } = season
  if (draw.chance(0.15)) return
  if (draw.chance(0.15)) return void (await asked(shopper.call('DELETE', path)))
  const stripeToken = draw.pick(CARDS)
  const { path: next } = await jsonOf<{ path: string }>(
    shopper.call('POST', path, { stripeToken, same_as_shipping: true }),
  )
  if (next.includes('authenticate')) await answersBank(season, shopper, next)
}

const CARDS = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa_chargeDeclined',
  'pm_card_threeDSecure2Required',
]

async function answersBank({ draw }: Season, shopper: Shopper, path: string) {
  const page = await (await asked(shopper.visit(path))).text()
  const [secret, id] = /(pi_\w+?)_secret_\w+/.exec(page) ?? []
  if (!secret || !id) throw new Refused('the bank asks no more')
  await shopper.authenticate(secret, id, draw.chance(0.7) ? 'complete' : 'fail')
  if (draw.chance(0.7)) await shopper.visit(path.replace(/[?&]authenticate=true/, ''))
}

/** With a double tap. */
export async function cancelsBox(season: Season) {
  const { shopper, order, query } = await readerOf(season, ['paid', 'in_wave'])
  const tap = () => shopper.call('POST', `/account/orders/${order.token}/cancel${query}`, {})
  const taps = await Promise.all([tap(), tap()])
  for (const answer of taps) await asked(answer).catch(passRefusal)
}

const KINDS = ['thawed', 'damaged', 'missing', 'wrong']

/** Claims one line of a delivered box, sometimes with a photo, and sometimes twice. */
export async function claimsBox(season: Season) {
  const { draw, shop } = season
  const { shopper, order, key } = await readerOf(season, ['delivered'])
  const lines = [draw.pick(itemsOf(shop().db, order.id)).token]
  const photos = draw.chance(0.2) ? [await photo()] : []
  const claim = { kind: draw.pick(KINDS), lines, photos, key }
  await asked(tell(shopper, order.token, claim))
  if (draw.chance(0.3)) await asked(tell(shopper, order.token, claim))
}

/** Staff answer the open claims: with a refund, credit, or another box. */
export async function answerClaims(season: Season) {
  const { draw, shop } = season
  const open = shop().db.select({ id: claims.id }).from(claims).where(isNull(claims.answer)).all()
  const ruth = await signedIn(shop(), RUTH)
  for (const { id } of open) {
    const answer = draw.pick(['reship', 'credit', 'refund'])
    await asked(ruth.call('POST', `/staff/claims/${id}`, { answer, words: 'So sorry.' })).catch(passRefusal)
  }
}
