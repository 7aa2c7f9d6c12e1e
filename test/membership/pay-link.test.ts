import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberships, orders } from '#db/schema/index.ts'
import { mailsTo } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import { keepCard } from '../support/kept-card.ts'
import { advanceTo, MEMBER, memberShop, membershipRow, nextBoxOf, pastCharge } from '../support/membership.ts'

/** The demo's member turned into a guest whose bank wants authentication. @returns the link in the email */
async function askedByBank() {
  const shop = await memberShop()
  const { made, member } = shop
  const { id: cardId } = await keepCard(made, MEMBER, 'pm_card_authenticationRequired')
  const membership = membershipRow(made)
  made.db.update(memberships).set({ cardId }).where(eq(memberships.id, membership.id)).run()
  const box = await nextBoxOf(member)
  const { id } = orderOf(made.db, box.order_token)
  made.db.update(memberships).set({ userId: null }).where(eq(memberships.id, membership.id)).run()
  made.db.update(orders).set({ userId: null }).where(eq(orders.id, id)).run()
  await pastCharge(made, box)
  const mail = mailsTo(made, MEMBER).find(({ subject }) => subject === 'Your bank wants to hear from you')!
  const link = new URL(/http\S+pay-for-box\?key=[\w-]+/.exec(mail.text)![0])
  expect(mail.html).toContain('pay-for-box?key=')
  return { ...shop, box, path: link.pathname, key: link.searchParams.get('key')! }
}

test("MEM-4 a guest's payment link works in one browser, once, and not with another key", async () => {
  const { made, box, path, key } = await askedByBank()
  const [guest, other] = [await made.shopper(), await made.shopper()]
  const page = await guest.visit(`${path}?key=${key}`)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect((await guest.visit(`${path}?key=${key.slice(1)}A`)).status).toBe(404)
  expect((await guest.visit(path)).status).toBe(404)
  expect((await guest.call('POST', path, { key: 'A' })).status).toBe(404)

  await expectOk(guest.call('POST', path, { key }))
  await expectOk(guest.call('POST', path, { key }))
  expect((await other.call('POST', path, { key })).status).toBe(409)
  const order_token = box.order_token
  await expectOk(guest.call('POST', '/v1/stripe_validate_payment', { order_token }))
  const intent = await expectOk(guest.call('POST', '/v1/stripe_create_payment_intent', { order_token }))
  await guest.confirm(((await intent.json()) as { clientSecret: string }).clientSecret)
  await made.settleDown()
  expect(orderOf(made.db, order_token)).toMatchObject({ state: 'paid', totalCents: box.total_cents })
  expect((await guest.call('POST', path, { key })).status).toBe(410)
})

test('MEM-4 the payment link expires at its deadline, and no payment is taken after that', async () => {
  const { made, box, path, key } = await askedByBank()
  await advanceTo(made, box.lock_at, 60_000)
  const late = await (await made.shopper()).visit(`${path}?key=${key}`)
  expect([404, 410]).toContain(late.status)
  expect(orderOf(made.db, box.order_token).placedAt).toBeNull()
})
