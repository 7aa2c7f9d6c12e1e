import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { paidOrder } from '../support/refunding.ts'
import { openFlag, openFlags, quiet, RUTH, solveOnPage } from '../support/staff.ts'

/** A paid order with a disputed charge, whose box is held only for that. */
async function disputedOrder() {
  const { shop, intentId, order } = quiet(await paidOrder())
  const id = shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  const close = async () => {
    await shop.services.stripe.disputes.close(id)
    await shop.settleDown()
  }
  return { shop, intentId, order, close }
}

test("PAY-15 a released box ships, and its dispute's flag stays open until done", async () => {
  const { shop, order } = await disputedOrder()
  const { id, dueAt } = openFlag(shop, 'dispute')
  const { status, page } = await solveOnPage(shop, 'dispute', 'release_box', 'She is a regular.')
  expect([status, order().state]).toEqual([303, 'paid'])
  expect(openFlag(shop, 'dispute')).toMatchObject({ id, dueAt })
  expect(page).toContain('No longer held for this')
  expect(page).toContain('She is a regular.')
  expect(page).not.toContain('value="release_box"')

  const ruth = await signedIn(shop, RUTH)
  expect(await (await ruth.call('GET', '/staff')).json()).toMatchObject({ disputes: 1 })
  const path = `/staff/flags/${id}/resolve`
  const again = await ruth.call('POST', path, { action: 'release_box' })
  expect([again.status, (await again.json()).message]).toEqual([409, 'This was already done.'])
  const done = await ruth.call('POST', path, { action: 'done', resolution: 'I sent the evidence.' })
  expect([done.status, openFlags(shop, 'dispute')]).toEqual([200, []])
})

test("PAY-15 a released box's flag closes with its dispute", async () => {
  const { shop, close } = await disputedOrder()
  const { flag } = await solveOnPage(shop, 'dispute', 'release_box')
  await close()
  expect(openFlags(shop, 'dispute')).toEqual([])
  const ruth = await signedIn(shop, RUTH)
  const page = await (await ruth.visit(`/staff/flags/${flag?.id}`)).text()
  expect(page).toContain('Settled by the shop itself')
  expect(page).toContain('The dispute is closed: lost.')
})

test('PAY-15 releasing a box after its dispute closed also closes the flag', async () => {
  const { shop, order, close } = await disputedOrder()
  await close()
  await solveOnPage(shop, 'dispute', 'release_box')
  expect([order().state, openFlags(shop, 'dispute')]).toEqual(['paid', []])
})

test('PAY-15 a box also held for a fraud warning ships once both flags release it', async () => {
  const { shop, intentId, order } = await disputedOrder()
  shop.standIn.bank.warnOfFraud(intentId)
  await shop.settleDown()
  const ruth = await signedIn(shop, RUTH)
  const { id } = openFlag(shop, 'dispute')
  const first = await ruth.call('POST', `/staff/flags/${id}/resolve`, { action: 'release_box' })
  expect((await first.json()).message).toContain('Another flag still holds the box.')
  expect(order().state).toBe('review')
  await solveOnPage(shop, 'fraud_warning', 'release_box')
  expect([order().state, openFlags(shop, 'fraud_warning')]).toEqual(['paid', []])
  expect(openFlag(shop, 'dispute').id).toBe(id)
})

test("PAY-15 a disputed box that isn't held can't be released, and its flag stays", async () => {
  const { shop, order } = await disputedOrder()
  shop.db.update(orders).set({ state: 'delivered' }).where(eq(orders.id, order().id)).run()
  const { status, flag, page } = await solveOnPage(shop, 'dispute', 'release_box')
  expect([status, flag?.resolvedAt]).toEqual([409, null])
  expect(page).not.toContain('No longer held')
})
