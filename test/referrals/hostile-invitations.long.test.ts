import { expect, test } from 'vitest'
import { ANA, mailsTo, userOf } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { referringShop } from '../support/referrals.ts'

const HOSTILE_NAME = 'Claim your $900 at evil.com, Ana'

test('REF-1 SEC-3 a first name with a web address is in no invitation and on no page for friends', async () => {
  const { shop, ana, code } = await referringShop()
  const profile = `/v1/update_user_full_name/${userOf(shop, ANA).token}`
  await expectOk(ana.call('POST', profile, { first_name: HOSTILE_NAME }))
  expect(userOf(shop, ANA).firstName).toBe(HOSTILE_NAME)
  await expectOk(ana.call('POST', '/v1/referrals', { email: 'fern@example.com', subject: '', body: '' }))
  await shop.settleDown()
  const [mail] = mailsTo(shop, 'fern@example.com')
  expect(mail?.subject).toBe('A friend invites you to Droveway')
  expect(`${mail?.text} ${mail?.html}`).not.toContain('evil.com')
  const friend = await shop.shopper()
  const page = await (await friend.visit(`/r/${code}?promotion_offer=${code}`)).text()
  expect(page).toContain('A friend gives you $25 off')
  expect(page).not.toContain('evil.com')
})

test.each(['bit.ly/steaks', 'evil.page/x', 'evil.top', 'EVIL.LINK', 'evil.de:8080/a'])(
  'REF-1 SEC-3 an invitation with %s is refused',
  async (address) => {
    const { shop, ana } = await referringShop()
    const invitation = { email: 'fern@example.com', subject: '', body: `Cheap at ${address} today` }
    const answer = await ana.call('POST', '/v1/referrals', invitation)
    expect([answer.status, (await answer.json()).message]).toEqual([
      422,
      expect.stringContaining('web addresses'),
    ])
    await shop.settleDown()
    expect(mailsTo(shop, 'fern@example.com')).toEqual([])
  },
)

test('REF-1 an invitation with amounts, fractions and a missing space is sent', async () => {
  const { shop, ana } = await referringShop()
  const body = 'Their 1/2 cow is $4.50/lb.Really good, and/or great. See you at 7.30/8!'
  await expectOk(ana.call('POST', '/v1/referrals', { email: 'fern@example.com', subject: '', body }))
  await shop.settleDown()
  expect(mailsTo(shop, 'fern@example.com')).toHaveLength(1)
})
