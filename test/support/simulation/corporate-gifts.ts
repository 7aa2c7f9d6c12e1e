import { eq, isNotNull } from 'drizzle-orm'
import { corporateGifts, draftOrders, giftBoxes, orders } from '#db/schema/index.ts'
import { draftLinkUrl } from '#src/orders/draft-link.ts'
import { signedIn } from '../account.ts'
import { offerToken, orderOf } from '../buying.ts'
import { fileOf, lineTo } from '../corporate-gifts.ts'
import { RUTH } from '../staff.ts'
import { asked, jsonOf, passRefusal, Refused } from './asked.ts'
import { OFFERS_SOLD } from './center.ts'
import type { Season } from './season.ts'
import { pay, poll } from './visits.ts'

let companies = 0

/** One box for several addresses, one of which may be unserved; not every company pays. */
export async function sendsCorporateGift(season: Season) {
  const { draw, shop } = season
  const { db, config } = shop()
  const ruth = await signedIn(shop(), RUTH)
  companies += 1
  const { token } = await jsonOf<{ token: string }>(
    ruth.call('POST', '/staff/drafts', {
      email: `company-${companies}@example.com`,
      phone_number: '(206) 555-0142',
    }),
  )
  const bid_item_token = offerToken(db, draw.pick(OFFERS_SOLD))
  const items = [{ bid_item_token, quantity: 2 }]
  const path = `/staff/drafts/${token}`
  await asked(ruth.call('POST', path, { version: orderOf(db, token).version, items }))
  const begun = await jsonOf<{ token: string }>(
    ruth.call('POST', `${path}/many`, { version: orderOf(db, token).version }),
  )
  const gift = `/staff/gifting/${begun.token}`
  const lines = Array.from({ length: 1 + draw.below(4) }, (_, at) => lineTo(at + 1))
  if (draw.chance(0.3)) lines.push('Nobody,1 Nowhere Rd,,Nome,AK,99762,,,')
  await asked(ruth.call('POST', gift, { rows: fileOf(lines) }))
  await shop().settleDown()
  const { quoted_cents } = await jsonOf<{ quoted_cents: number }>(ruth.call('GET', gift))
  await asked(ruth.call('POST', `${gift}/quote`, { seen_cents: quoted_cents }))
  if (draw.chance(0.2)) return
  const { order, draft_orders: draft } = db
    .select()
    .from(orders)
    .innerJoin(corporateGifts, eq(corporateGifts.payerId, orders.id))
    .innerJoin(draftOrders, eq(draftOrders.orderId, orders.id))
    .where(eq(corporateGifts.token, begun.token))
    .all()
    .map((row) => ({ ...row, order: row.orders }))[0]!
  const link = new URL(draftLinkUrl(config, order, draft))
  const box = { shopper: await season.shopper(), token: order.token }
  await asked(box.shopper.call('POST', link.pathname, { key: link.searchParams.get('key') }))
  await pay(box, draw.pick(['pm_card_visa', 'pm_card_visa', 'pm_card_createDispute', 'pm_card_processing']))
  await poll(box)
}

/** Staff return a gift's unspent money, after canceling one of its boxes or when one failed. With a double tap. */
export async function givesRestBack(season: Season) {
  const { draw, shop } = season
  const { db } = shop()
  const placed = db
    .select({ gift: corporateGifts.token, box: orders.token })
    .from(giftBoxes)
    .innerJoin(corporateGifts, eq(corporateGifts.id, giftBoxes.giftId))
    .innerJoin(orders, eq(orders.id, giftBoxes.orderId))
    .where(isNotNull(orders.placedAt))
    .all()
  if (placed.length === 0) throw new Refused('nobody sent a gift')
  const { gift, box } = draw.pick(placed)
  const ruth = await signedIn(shop(), RUTH)
  if (draw.chance(0.7))
    await asked(ruth.call('POST', `/staff/orders/${box}/cancel`, { reason: 'They moved.' })).catch(
      passRefusal,
    )
  const path = `/staff/gifting/${gift}`
  const { rest_cents } = await jsonOf<{ rest_cents: number }>(ruth.call('GET', path))
  const tap = () => ruth.call('POST', `${path}/return`, { seen_cents: rest_cents })
  for (const answer of await Promise.all([tap(), tap()])) await asked(answer).catch(passRefusal)
}
