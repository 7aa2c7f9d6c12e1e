import { expect, test, vi } from 'vitest'
import { CardEntry } from '#controllers/support/card-entry.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { offerToken, orderOf } from '../support/buying.ts'
import { find } from '../support/dom-elements.ts'
import { openPage, waitFor } from '../support/dom-page.ts'
import { add, editableBox } from '../support/editing.ts'
import { atPayment, nameCard, sendCard } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const CARD_THAT_ASKS = 'pm_card_threeDSecure2Required'
const REFUSED = 'We are unable to authenticate your payment method.'

/** Opens the page with the bank's question, which the shopper refuses. No webhook says so. */
async function refuseBank(shop: World, ana: Shopper, token: string, path: string) {
  shop.standIn.control.webhooks({ hold: true })
  const { intentId } = latestPayment(shop.db, orderOf(shop.db, token).id)!
  const entry = {
    close() {},
    async authenticate(clientSecret: string) {
      await ana.authenticate(clientSecret, intentId!, 'fail')
      return REFUSED
    },
  }
  const open = vi.spyOn(CardEntry, 'open').mockResolvedValue(entry as unknown as CardEntry)
  await openPage(ana, path)
  await waitFor(() => expect(find('.card-payment__problem').textContent).toBe(REFUSED))
  open.mockRestore()
}

test('PAY-19 in the older checkout the box can change again once the shopper refuses the bank’s question', async () => {
  const shop = await world()
  const { ana, token } = await atPayment(shop)
  const asked = await sendCard(ana, token, await nameCard(shop, CARD_THAT_ASKS))
  await refuseBank(shop, ana, token, asked.path!)
  const chicken = `/cart/items/${offerToken(shop.db, 'whole-chicken')}`
  expect((await ana.call('POST', chicken, { quantity: 1 })).status).toBe(200)
})

test('ORD-7 PAY-19 after a refused question another card can pay for the change of a box at once', async () => {
  const box = await editableBox()
  await box.confirm(add(box.roast.token, 1))
  const pay = async (card?: string) =>
    box.post(box.payPath, { stripeToken: await nameCard(box.shop, card), same_as_shipping: true })
  const asked = await pay(CARD_THAT_ASKS)
  await refuseBank(box.shop, box.ana, box.token, asked.path!)
  expect(await pay()).toMatchObject({ status: 200, path: `/account/orders/${box.token}` })
  expect(box.lines()).toHaveLength(2)
})
