import { expect, test } from 'vitest'
import { ANA, signedIn } from '../support/account.ts'
import { readyToPay } from '../support/buying.ts'
import { roastOf } from '../support/editing.ts'
import { addCard, payFor } from '../support/gift-cards.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

test('ORD-7 GFT-1 with gift cards in the order, an edit names its sums as those of the box', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  await addCard(ana)
  const token = await readyToPay(ana, shop.db, { email: ANA, quantity: 2 })
  await payFor(shop, ana, token)
  const fields = { [`quantities[${roastOf(shop).token}]`]: '1' }
  const shown = await (await ana.submit('POST', `/account/orders/${token}/edit`, fields)).text()
  expect(shown).toContain('Paid so far for the box')
  expect(shown).toContain('New total for the box')
  const ruth = await signedIn(shop, RUTH)
  const staff = await (await ruth.submit('POST', `/staff/orders/${token}/edit`, fields)).text()
  expect(staff).toContain('The new total for the box is')
})
