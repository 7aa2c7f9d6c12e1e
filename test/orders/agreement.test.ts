import { expect, test } from 'vitest'
import { guestKey } from '#src/orders/guest-key.ts'
import { mailsTo } from '../support/account.ts'
import { orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { makeRecurring } from '../support/paying-by-card.ts'
import { world } from '../support/world.ts'

test('ORD-2 ending a recurring box sends one email: what ended, when, and that nothing more will be charged', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await makeRecurring(ana, token)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  expect(await paymentStatus(ana, token)).toBe('succeeded')
  const key = guestKey(shop.config, token)
  const end = async () => {
    const answer = await ana.call('POST', `/account/orders/${token}/end-agreement?key=${key}`)
    expect(answer.status).toBe(200)
    await shop.settleDown()
  }
  const { identifier } = orderOf(shop.db, token)
  const mails = () =>
    mailsTo(shop, 'ana@example.com').filter(({ subject }) => subject.startsWith('Your recurring box'))

  await end()
  await end()
  expect(mails().map(({ subject }) => subject)).toEqual([`Your recurring box is canceled (${identifier})`])
  const [mail] = mails()
  expect(mail?.text).toMatch(/You canceled your box every 4 weeks on \w+, November 20, \d+ [ap]m/)
  expect(mail?.text).toContain("We won't send or charge any more boxes.")
  expect(mail?.text).toContain(`/account/orders/${token}?key=${key}`)
  expect(mail?.html).toContain('any more boxes')
})
