import { expect, test } from 'vitest'
import { mailsTo, userOf } from '../../support/account.ts'
import { world } from '../../support/world.ts'

const STRANGER = 'stranger@example.com'
const HOUR_MS = 3_600_000

test("SEC-3 opening, changing and closing accounts under a stranger's address sends it at most three mails of a kind an hour", async () => {
  const made = await world()
  const cycle = async (at: number) => {
    const eve = await made.shopper()
    await eve.call('POST', '/v1/create_account', { email: STRANGER, password: 'brisket on sunday' })
    await eve.visit('/cart')
    const { token } = userOf(made, STRANGER)
    const calls: [string, Record<string, string>][] = [
      ['/account/confirmation', {}],
      [`/v1/update_user_email/${token}`, { email: `spam${at}.1@example.net` }],
      [`/v1/update_user_email/${token}`, { email: `spam${at}.2@example.net` }],
      ['/account/password', { current_password: 'brisket on sunday', password: 'eleven-hens-in-a-row' }],
      ['/v1/send_email_login_link', { email_address: STRANGER }],
      ['/v1/reset_password', { email: STRANGER }],
    ]
    for (const [path, fields] of calls) {
      await eve.call('POST', path, fields)
      await made.settleDown()
      await eve.visit('/cart')
    }
    await eve.call('POST', '/account/close', { sure: true })
    await made.settleDown()
  }
  const numbers = () => {
    const bySubject = new Map<string, number>()
    for (const { subject } of mailsTo(made, STRANGER))
      bySubject.set(subject, (bySubject.get(subject) ?? 0) + 1)
    return [...bySubject.values()]
  }
  for (let at = 0; at < 6; at++) await cycle(at)
  expect(numbers().length).toBeGreaterThan(4)
  expect(Math.max(...numbers())).toBeLessThanOrEqual(3)
  const before = mailsTo(made, STRANGER).length
  made.pass(HOUR_MS + 1)
  await cycle(7)
  expect(mailsTo(made, STRANGER).length).toBeGreaterThan(before)
})

test('SEC-3 ACC-1 once an address has had enough mails, the response says so instead of claiming one was sent', async () => {
  const made = await world()
  const eve = await made.shopper()
  await eve.call('POST', '/v1/create_account', { email: STRANGER, password: 'brisket on sunday' })
  await eve.visit('/cart')
  const statuses = []
  for (let at = 0; at < 3; at++) statuses.push((await eve.call('POST', '/account/confirmation')).status)
  expect(statuses).toEqual([200, 200, 422])
  await made.settleDown()
  expect(mailsTo(made, STRANGER).length).toBeLessThanOrEqual(3)
})
