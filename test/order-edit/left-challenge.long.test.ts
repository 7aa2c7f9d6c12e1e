import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#db/schema/index.ts'
import { add, editableBox } from '../support/editing.ts'
import { nameCard } from '../support/paying-by-card.ts'

test("ORD-7 after leaving the bank's question, the buyer can pay for the change with another card", async () => {
  const box = await editableBox({ isKept: true })
  expect(await box.confirm(add(box.roast.token, 2), { card: 'new' })).toMatchObject({ code: 'card_required' })
  const { attempt } = box.payments().at(-1)!
  const payWith = async (card: string) =>
    box.post(box.payPath, {
      stripeToken: await nameCard(box.shop, card),
      same_as_shipping: true,
      attempt: String(attempt),
    })
  expect(await payWith('pm_card_threeDSecure2Required')).toMatchObject({
    status: 200,
    path: `${box.payPath}?authenticate=true`,
  })
  expect((await box.ana.visit(box.payPath)).status).toBe(200) // the back button: the card form again
  expect(await payWith('pm_card_visa')).toMatchObject({
    status: 200,
    message: 'Your box is updated, and the difference is paid.',
  })
  await box.shop.settleDown()
  expect(box.lines()).toHaveLength(2)
  expect(box.ledger().map(([kind]) => kind)).toEqual(['charge', 'charge'])
  expect(box.problems()).toEqual([])
})

test('ORD-7 a change that is being paid for in another window is not called another change', async () => {
  const box = await editableBox({ isKept: true })
  await box.confirm(add(box.roast.token, 2), { card: 'new' })
  const { attempt } = box.payments().at(-1)!
  const chargeAskedAt = box.shop.clock.now()
  box.db.update(orders).set({ chargeAskedAt }).where(eq(orders.id, box.order().id)).run()
  const stripeToken = await nameCard(box.shop, 'pm_card_visa')
  const card = { stripeToken, same_as_shipping: true, attempt: String(attempt) }
  expect(await box.post(box.payPath, card)).toMatchObject({
    status: 409,
    path: box.payPath,
    message: "This change is already being paid for, so we didn't charge your card again.",
  })
  expect(box.payments().at(-1)?.tries).toBe(0)
})
