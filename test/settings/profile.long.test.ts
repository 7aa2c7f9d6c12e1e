import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { ANA, BEN, isSignedIn, mailsTo, signedIn, userOf } from '../support/account.ts'
import { world } from '../support/world.ts'

const NAMES = { first_name: 'Benno', last_name: 'Castle', phone_number: '206.555.0142' }
const nameCall = (token: string) => `/v1/update_user_full_name/${token}`

test("SET-1 GND-11 the account page shows its owner's data; anyone else signs in first", async () => {
  const made = await world()
  const guest = await made.shopper()
  const away = await guest.visit('/account')
  expect([away.status, away.headers.get('location')]).toEqual([303, '/signin'])
  expect((await guest.call('GET', '/account')).status).toBe(401)

  const page = await (await (await signedIn(made)).visit('/account')).text()
  const current = /id="current_user">([^<]+)</.exec(page)?.[1] ?? '{}'
  expect(JSON.parse(current)).toMatchObject({ email: BEN, first_name: 'Ben', token: userOf(made, BEN).token })
  expect(page).not.toContain(ANA)
})

test('SET-1 name and phone are saved, and the phone is returned formatted', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const answer = await ben.call('POST', nameCall(userOf(made, BEN).token), NAMES)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    message: 'Your name and phone are saved.',
    first_name: 'Benno',
    last_name: 'Castle',
    phone_number: '(206) 555-0142',
  })
  expect(userOf(made, BEN)).toMatchObject({ firstName: 'Benno', lastName: 'Castle', phone: '+12065550142' })
})

test('SET-1 omitted fields stay, and last name and phone can be cleared', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const call = nameCall(userOf(made, BEN).token)
  await ben.call('POST', call, NAMES)
  await ben.call('POST', call, { first_name: 'Ben' })
  expect(userOf(made, BEN)).toMatchObject({ firstName: 'Ben', lastName: 'Castle', phone: '+12065550142' })
  await ben.call('POST', call, { last_name: '', phone_number: '' })
  expect(userOf(made, BEN)).toMatchObject({ firstName: 'Ben', lastName: null, phone: null })
})

test.each([
  [{ first_name: '' }, 'Please enter your first name.'],
  [{ first_name: 'x'.repeat(101) }, 'at most 100 characters'],
  [{ first_name: 'Ben\r\nBcc: all@example.com' }, 'invalid characters'],
  [{ last_name: 'Castle\u202Emoc' }, 'invalid characters'],
  [{ last_name: { $ne: 1 } }, 'Last name: it must be plain text.'],
  [{ last_name: ['Castle'] }, 'Last name: it must be plain text.'],
  [{ first_name: 12 }, 'First name: it must be plain text.'],
  [{ first_name: true }, 'First name: it must be plain text.'],
  [{ phone_number: '12' }, 'Please enter a 10 digit phone number'],
  [{ phone_number: ['2065550142'] }, 'Please enter a 10 digit phone number'],
])('SET-1 SEC-5 %j is refused and changes nothing', async (fields, sentence) => {
  const made = await world()
  const before = userOf(made, BEN)
  const ben = await signedIn(made)
  const answer = await ben.call('POST', nameCall(before.token), fields)
  expect(answer.status).toBe(422)
  expect(((await answer.json()) as { message: string }).message).toContain(sentence)
  expect(userOf(made, BEN)).toEqual(before)
})

test('SET-1 GND-5 a plain form returns to its section, and a refused one keeps what was typed', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const call = nameCall(userOf(made, BEN).token)
  const saved = await ben.submit('POST', call, { ...NAMES, first_name: '<b>Ben</b>' })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/account#account_profile'])
  const page = await (await ben.visit('/account')).text()
  const part = page.slice(page.indexOf('id="account_profile"'), page.indexOf('id="account_email"'))
  expect(part).toContain('Your name and phone are saved.')
  expect(page.split('Your name and phone are saved.')).toHaveLength(2) // there, and nowhere else
  expect(page).toContain('&lt;b&gt;Ben&lt;/b&gt;')
  expect(page).not.toContain('<b>Ben</b>')

  const refused = await ben.submit('POST', call, { first_name: 'Bert', last_name: '', phone_number: '12' })
  const again = await refused.text()
  expect(refused.status).toBe(422)
  expect(again).toContain('value="Bert"')
  expect(again).toMatch(/id="account_phone_error">Please enter a 10 digit phone number/)
})

test('SET-1 a Turbo Stream replaces only the section, with a message', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const answer = await ben.stream('POST', nameCall(userOf(made, BEN).token), NAMES)
  expect(answer.headers.get('content-type')).toContain('turbo-stream')
  const streams = await answer.text()
  expect(streams).toContain('<turbo-stream action="replace" target="account_profile">')
  expect(streams).toContain('value="Benno"')
  expect(streams).toContain('Your name and phone are saved.')
  expect(streams).not.toContain('account_email')
})

const CALLS = ['update_user_full_name', 'update_user_email', 'change_email_preferences'] as const

test.each(CALLS)('SET-4 %s acts only for the signed-in account', async (call) => {
  const made = await world()
  const ben = await signedIn(made)
  const before = made.db.select().from(users).all()
  const fields = { ...NAMES, email: 'ben@new.example', preferences: { level: 'never' } }
  const ask = async (token: string) => {
    const answer = await ben.call('POST', `/v1/${call}/${token}`, fields)
    return [answer.status, await answer.text()]
  }
  const foreign = await ask(userOf(made, ANA).token)
  expect(foreign).toEqual(await ask('A'.repeat(22)))
  expect(foreign[0]).toBe(404)
  const guest = await made.shopper()
  expect((await guest.call('POST', `/v1/${call}/${userOf(made, BEN).token}`, fields)).status).toBe(401)
  const form = await guest.submit('POST', `/v1/${call}/${userOf(made, BEN).token}`, {})
  expect([form.status, form.headers.get('location')]).toEqual([303, '/signin'])
  expect(made.db.select().from(users).all()).toEqual(before)
  expect(made.db.select().from(jobs).where(eq(jobs.state, 'queued')).all()).toEqual([])
})

test('SET-1 a new password needs the current one, ends all other sessions, and renews this one', async () => {
  const made = await world()
  const [ben, laptop] = [await signedIn(made), await signedIn(made)]
  const change = (current_password: string, password: string) =>
    ben.call('POST', '/account/password', { current_password, password })
  expect((await change('', 'brisket on sunday')).status).toBe(422)
  expect((await change('not-the-password', 'brisket on sunday')).status).toBe(422)
  expect(await (await change(DEMO_PASSWORD, 'password1')).text()).toContain('too common')
  expect(await (await change(DEMO_PASSWORD, BEN.toUpperCase())).text()).toContain(
    'Your email address is too easy to guess',
  )
  expect([await isSignedIn(ben), await isSignedIn(laptop)]).toEqual([true, true])

  const before = ben.cookies.get('session')
  expect((await change(DEMO_PASSWORD, 'brisket on sunday')).status).toBe(200)
  expect(ben.cookies.get('session')).not.toBe(before)
  expect([await isSignedIn(ben), await isSignedIn(laptop)]).toEqual([true, false])
  const thief = await made.shopper()
  thief.cookies.set('session', before ?? '')
  expect(await isSignedIn(thief)).toBe(false)
  await made.settleDown()
  expect(mailsTo(made, BEN).map(({ subject }) => subject)).toEqual(['Your Droveway password was changed'])
})

test("SET-1 wrong passwords share the sign-in's limit", async () => {
  const made = await world({ config: { rateLimited: true } })
  const ben = await signedIn(made)
  const guess = () =>
    ben.call('POST', '/account/password', { current_password: 'wrong', password: 'brisket on sunday' })
  for (const _ of [1, 2, 3]) expect((await guess()).status).toBe(422)
  const told = await guess()
  expect([told.status, told.headers.get('retry-after')]).toEqual([429, '1'])
  const eve = await made.shopper()
  expect((await eve.call('POST', '/v1/cc_signin', { email: BEN, password: DEMO_PASSWORD })).status).toBe(429)
})

test('SET-1 an account without a password needs a recent sign-in to set one; a mailed link counts', async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.db.update(users).set({ passwordHash: null }).where(eq(users.email, BEN)).run()
  made.pass(61 * 60_000)
  const change = () => ben.call('POST', '/account/password', { password: 'brisket on sunday' })
  expect((await change()).status).toBe(401)
  expect(await (await ben.visit('/account')).text()).toContain('Email me a sign-in link')
  for (
    let times = 0;
    times < 3;
    times++ // strangers who know the email can't use up the owner's links
  )
    await (await made.shopper()).call('POST', '/v1/send_email_login_link', { email_address: BEN })
  expect((await ben.submit('POST', '/account/sign-in-link')).headers.get('location')).toBe('/account')
  made.pass(1000)
  const stream = await ben.stream('POST', '/account/sign-in-link')
  expect(await stream.text()).toMatch(/target="account_email"[\s\S]*A sign-in link is on its way/)
  await made.settleDown()
  const link = /\/magic-link\/[\w-]+/.exec(mailsTo(made, BEN).at(-1)?.text ?? '')?.[0] ?? ''
  await ben.visit(link)
  expect((await ben.submit('POST', link)).headers.get('location')).toBe('/account')
  await ben.visit('/account')
  expect((await change()).status).toBe(200)
})
