import { expect, test } from 'vitest'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { orderShares } from '#src/payments/refund-order.ts'
import { ANA } from '../support/account.ts'
import { expectOk, orderOf, readyToPay } from '../support/buying.ts'
import { addCard, BY_EMAIL, mailedCode, payFor } from '../support/gift-cards.ts'
import { world } from '../support/world.ts'

test.each([
  ['20000', 'What was spent of them stays paid.'],
  ['5000', 'The gift cards in this order were spent, so they stay paid.'],
])(
  'ORD-4 GFT-1 what was spent of a gift card of %s cents in the order isn’t in the money that canceling brings back',
  async (amount_cents, words) => {
    const shop = await world()
    const ana = await shop.shopper()
    await addCard(ana, { ...BY_EMAIL, amount_cents })
    const token = await readyToPay(ana, shop.db, { email: ANA })
    await payFor(shop, ana, token)
    const page = async () => (await ana.visit(`/account/orders/${token}`)).text()
    const { totalCents } = orderOf(shop.db, token)
    expect(await page()).toContain(`and get all ${formatCents(totalCents ?? 0)} back`)

    const rosa = await shop.shopper()
    const spent = await readyToPay(rosa, shop.db, { email: 'rosa@example.net' })
    const code = { text_entered: mailedCode(shop, 'rosa@example.net') }
    await expectOk(rosa.call('POST', `/v1/apply_gift_and_promo_codes/${spent}`, code))
    await payFor(shop, rosa, spent)
    const spentCents = orderOf(shop.db, spent).giftCents ?? 0
    const shares = orderShares(shop.db, orderOf(shop.db, token).id)
    const backCents = shares.cardCents + shares.unspentCents
    expect([spentCents > 0, backCents]).toEqual([true, (totalCents ?? 0) - spentCents])
    const modal = paths.cancelOrderModal({ order_token: token, modal_name: 'cancel_order_confirm' })
    const dialog = await (await ana.visit(modal)).text()
    for (const shown of [formatCents(backCents), words]) expect(dialog).toContain(shown)
    expect(dialog).not.toContain('refund everything')
    expect(await page()).toContain(`and get the remaining ${formatCents(backCents)} back`)
  },
)
