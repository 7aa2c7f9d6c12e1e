import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { boughtGiftCards, orders } from '#db/schema/index.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { boughtCode } from '#src/pricing/credit-code.ts'
import { asked, passRefusal, Refused } from './asked.ts'
import type { Season } from './season.ts'
import { applyCode, fillBox, pay, poll } from './visits.ts'

let buyers = 0

/** Alone or along with a box, by email or to print. */
export async function buysGiftCards(season: Season) {
  const { draw } = season
  const box = draw.chance(0.5) ? await fillBox(season) : { shopper: await season.shopper(), token: '' }
  const { shopper } = box
  const cards = 1 + draw.below(2)
  for (let card = 0; card < cards; card += 1) {
    buyers += 1
    const fields = draw.pick([
      { delivery_method: 'email', recipient_email: `friend-${buyers}@example.net`, send_on: '' },
      { delivery_method: 'print', sender_name_for_print: 'Jo', sender_email_for_print: 'jo@example.net' },
    ])
    const amount_cents = draw.pick([2_500, 5_000, 15_000])
    await asked(shopper.call('POST', '/v1/add_gift_card_to_cart', { ...fields, amount_cents }))
  }
  const token =
    box.token || (await asked(shopper.visit('/checkout'))).headers.get('location')?.split('/').at(-1)
  if (!token) throw new Refused('there is nothing to pay')
  if (!box.token)
    await asked(
      shopper.call('POST', '/v1/stripe_update_email', {
        order_token: token,
        email: `giver-${buyers}@example.com`,
      }),
    )
  await pay({ shopper, token }, draw.pick(['pm_card_visa', 'pm_card_visa', 'pm_card_createDispute']))
  await poll({ shopper, token })
}

/** Pays for a box with a bought gift card, as far as its balance goes. */
export async function redeemsGiftCard(season: Season) {
  const { draw, shop } = season
  const { db, config } = shop()
  const given = db
    .select()
    .from(boughtGiftCards)
    .where(and(isNotNull(boughtGiftCards.sentAt), isNull(boughtGiftCards.endedAt)))
    .all()
  if (given.length === 0) throw new Refused('nobody has a gift card')
  const box = await fillBox(season)
  await applyCode(box, boughtCode(config.sessionSecret, draw.pick(given).token))
  await pay(box)
  await poll(box)
}

/** With a double tap. */
export async function returnsGiftCard(season: Season) {
  const { draw, shop } = season
  const { db, config } = shop()
  const bought = db
    .select({ card: boughtGiftCards.token, order: orders.token })
    .from(boughtGiftCards)
    .innerJoin(orders, eq(orders.id, boughtGiftCards.orderId))
    .where(isNotNull(boughtGiftCards.giftCardId))
    .all()
  if (bought.length === 0) throw new Refused('nobody bought a gift card')
  const { card, order } = draw.pick(bought)
  const shopper = await season.shopper()
  const path = `/account/orders/${order}/gift-cards/${card}/return?key=${guestKey(config, order)}`
  const tap = () => shopper.call('POST', path, {})
  for (const answer of await Promise.all([tap(), tap()])) await asked(answer).catch(passRefusal)
}
