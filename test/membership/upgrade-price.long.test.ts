import { expect, test } from 'vitest'
import { paths } from '#src/paths.ts'
import { ANA } from '../support/account.ts'
import { readyToPay } from '../support/buying.ts'
import { editableBox } from '../support/editing.ts'
import { addCard, BY_EMAIL, payFor } from '../support/gift-cards.ts'
import type { Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const offer = async (shopper: Shopper, token: string) =>
  (await shopper.visit(paths.upgradePage(token))).text()

test('MEM-3 GFT-1 what was paid for the box leaves out a gift card bought with it', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  await addCard(ana, { ...BY_EMAIL, amount_cents: '20000' })
  const token = await readyToPay(ana, shop.db, { email: ANA })
  await payFor(shop, ana, token)
  const page = await offer(ana, token)
  expect(page).toContain('<b>$71.95</b> a box for members')
  expect(page).not.toContain('You paid') // the same
})

test('MEM-3 GFT-1 what was paid for the box includes what a gift card paid', async () => {
  const { ana, token, order } = await editableBox({ codes: ['SHIPFREE', 'DEMOGIFT50000000'] })
  expect(order().giftCents).toBeGreaterThan(0)
  expect(await offer(ana, token)).toContain('You paid $52.00 for this one.') // no delivery
})
