import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/index.ts'
import { BEN, mailedPath, signedIn, userOf } from '../../support/account.ts'
import { validator } from '../../support/valid-html.ts'
import { world } from '../../support/world.ts'

async function problemsIn(page: Response): Promise<string[]> {
  const { results } = await validator.validateString(await page.text())
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`),
  )
}

test('GND-5 SET-1 the account pages are valid HTML in each of their states', async () => {
  const made = await world()
  const ben = await signedIn(made)
  await signedIn(made)
  const { token } = userOf(made, BEN)
  expect(await problemsIn(await ben.visit('/account'))).toEqual([])
  await ben.call('POST', `/v1/update_user_email/${token}`, { email: 'ben@home.example' })
  const link = await mailedPath(made, 'ben@home.example', '/change-email/')
  expect(await problemsIn(await ben.visit(link))).toEqual([])
  expect(await problemsIn(await ben.visit('/change-email/nothing'))).toEqual([])
  made.pass(61 * 60_000)
  expect(await problemsIn(await ben.visit('/account'))).toEqual([])
  for (const [path, fields] of [
    [`/v1/update_user_full_name/${token}`, { first_name: '', phone_number: '12' }],
    [`/v1/update_user_email/${token}`, { email: 'x' }],
    ['/account/password', { password: 'short' }],
    ['/account/close', { sure: '' }],
    [`/v1/change_email_preferences/${token}`, { 'preferences[level]': 'daily' }],
    [`/v1/change_email_preferences/${token}`, { 'preferences[level]': 'never', sms_marketing: '1' }],
  ] as [string, Record<string, string>][]) {
    const page = await ben.submit('POST', path, fields)
    expect([path, [401, 422].includes(page.status), await problemsIn(page)]).toEqual([path, true, []])
  }
  made.db.update(users).set({ passwordHash: null }).where(eq(users.email, BEN)).run()
  expect(await problemsIn(await ben.visit('/account'))).toEqual([])
})

test('GND-5 SET-3 the personal data pages are valid HTML, for guests and staff', async () => {
  const made = await world()
  const [guest, ruth] = [await made.shopper(), await signedIn(made, 'staff@example.com')]
  expect(await problemsIn(await ruth.visit('/staff/data-requests'))).toEqual([])
  const request = { request_type: 'delete', email: BEN, full_name: 'Ben <b>', state: 'CA' }
  for (const page of [
    await guest.visit('/privacy/personal-data-request'),
    await ruth.visit('/privacy/personal-data-request'),
    await guest.submit('POST', '/v1/update_personal_data', {
      ...request,
      email: '',
      full_name: '',
      state: '',
    }),
  ])
    expect(await problemsIn(page)).toEqual([])
  await guest.submit('POST', '/v1/update_personal_data', request)
  const link = await mailedPath(made, BEN, '/privacy/personal-data/')
  expect(await problemsIn(await guest.visit(link))).toEqual([])
  await guest.submit('POST', link)
  expect(await problemsIn(await guest.visit(link))).toEqual([])
  expect(await problemsIn(await ruth.visit('/staff/data-requests'))).toEqual([])
  expect(await problemsIn(await guest.visit('/dev/mails'))).toEqual([])
})
