import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, outboxMessages, preferences, users } from '#db/schema/index.ts'
import { smsConsentText } from '#src/accounts/consent-rules.ts'
import { openPreferenceLink, sealPreferenceLink } from '#src/accounts/preference-links.ts'
import { preferencesOf, wantsMailAbout } from '#src/accounts/preferences.ts'
import { unsubscribeLinks } from '#src/accounts/unsubscribe-links.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { type World, world } from '../support/world.ts'

const callFor = (made: World, email = BEN) => `/v1/change_email_preferences/${userOf(made, email).token}`
const standing = (made: World, email = BEN) => preferencesOf(made.db, userOf(made, email).id)
const sealedFor = (made: World, email = BEN, version = 1) =>
  sealPreferenceLink(made.config, userOf(made, email).token, version)

test('SET-2 weekly or never, and each topic separately; omitted ones stay', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const answer = await ben.call('POST', callFor(made), {
    preferences: { level: 'weekly', topics: { offers: false, unknown: true } },
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    message: 'Your preferences are saved.',
    preferences: { level: 'weekly', topics: ['followed_farms', 'rewards', 'ratings'] },
  })
  const { id } = userOf(made, BEN)
  expect([wantsMailAbout(made.db, id, 'offers'), wantsMailAbout(made.db, id, 'ratings')]).toEqual([
    false,
    true,
  ])
  await ben.call('POST', callFor(made), { preferences: { level: 'never' } })
  expect(standing(made)).toMatchObject({ level: 'never', topics: ['followed_farms', 'rewards', 'ratings'] })
  expect(wantsMailAbout(made.db, id, 'ratings')).toBe(false)
})

test.each([
  { preferences: { level: 'daily' } },
  { preferences: { level: ['weekly', { $gt: '' }] } },
  { preferences: 'never' },
  { level: 'never' },
])('SET-2 %j is not a level, and changes nothing', async (fields) => {
  const made = await world()
  const ben = await signedIn(made)
  expect((await ben.call('POST', callFor(made), fields)).status).toBe(422)
  expect(made.db.select().from(preferences).all()).toEqual([])
})

test('SET-2 GND-5 in a plain form an unchecked box turns its topic off', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const body = new URLSearchParams([
    ['authenticity_token', ben.token],
    ['preferences[level]', 'weekly'],
    ['preferences[shows_topics]', '1'],
    ['preferences[topics][ratings]', '1'],
    ['shows_sms_marketing', '1'],
  ])
  const answer = await ben.send(callFor(made), {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  expect(answer.headers.get('location')).toBe('/account#account_preferences')
  expect(standing(made)).toMatchObject({ topics: ['ratings'], textLevel: 'never' })
})

test("SET-2 a stale window that changes something else doesn't undo an opt-out", async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.db.update(users).set({ phone: '+12065550142' }).where(eq(users.email, BEN)).run()
  await ben.call('POST', callFor(made), { preferences: {}, sms_marketing: true })
  const page = await (await ben.visit('/account')).text()
  const shown = (name: string) =>
    new RegExp(`name="${name.replace(/[[\]]/g, '\\$&')}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  await ben.call('POST', callFor(made), {
    preferences: { level: 'never', topics: { rewards: false } },
    sms_marketing: '0',
  })
  const older = {
    'preferences[level]': 'weekly',
    'preferences[shown_level]': shown('preferences[shown_level]'),
    'preferences[shows_topics]': '1',
    'preferences[shown_topics]': shown('preferences[shown_topics]'),
    ...Object.fromEntries(
      shown('preferences[shown_topics]')
        .split(' ')
        .filter((topic) => topic !== 'ratings')
        .map((topic) => [`preferences[topics][${topic}]`, '1']),
    ),
    shows_sms_marketing: '1',
    shown_sms_marketing: shown('shown_sms_marketing'),
    sms_marketing: '1',
  }
  expect(older).toMatchObject({ 'preferences[shown_level]': 'weekly', shown_sms_marketing: '1' })
  expect((await ben.submit('POST', callFor(made), older)).status).toBe(303)
  expect(standing(made)).toMatchObject({ level: 'never', textLevel: 'never' })
  expect(standing(made).topics).not.toContain('rewards')
  expect(standing(made).topics).not.toContain('ratings')
})

test('SET-2 texts need a phone number, and the consent stores the exact wording', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const ask = () => ben.call('POST', callFor(made), { preferences: {}, sms_marketing: true })
  const refused = await ask()
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('save your phone number'),
  ])
  made.db.update(users).set({ phone: '+12065550142' }).where(eq(users.email, BEN)).run()
  expect((await ask()).status).toBe(200)
  expect(standing(made).textLevel).toBe('weekly')
  expect(made.db.select().from(consents).where(eq(consents.email, BEN)).all()).toMatchObject([
    { kind: 'sms_marketing', source: 'account', phone: '+12065550142', words: smsConsentText('Droveway') },
  ])
  await ben.call('POST', callFor(made), { preferences: {}, sms_marketing: '0' })
  expect(standing(made).textLevel).toBe('never')
  const given = () => made.db.select().from(consents).where(eq(consents.email, BEN)).all()
  expect(given().map(({ endedAt }) => endedAt)).toEqual([made.clock.now()])
  await ask()
  expect(given().map(({ endedAt }) => endedAt)).toEqual([made.clock.now(), null]) // consented again
  const profile = `/v1/update_user_full_name/${userOf(made, BEN).token}`
  await ben.call('POST', profile, { phone_number: '(206) 555-0142' })
  expect(standing(made).textLevel).toBe('weekly')
  await ben.call('POST', profile, { phone_number: '(206) 555-0143' })
  expect(standing(made).textLevel).toBe('never')
  expect(given().every(({ endedAt }) => endedAt !== null)).toBe(true)
})

test("SET-2 a mail's link opens the preferences signed out, and changes only its own account's", async () => {
  const made = await world()
  const guest = await made.shopper()
  const sealed = sealedFor(made)
  const page = await guest.visit(`/email-preferences/${sealed}`)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  const text = await page.text()
  expect(text).toContain('o…@example.com')
  expect(text).not.toContain(BEN)
  const fields = { encrypted_token: sealed, 'preferences[level]': 'never' }
  const answer = await guest.submit('POST', callFor(made), fields)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/email-preferences/${sealed}`])
  expect(standing(made).level).toBe('never')

  const wanted = { preferences: { level: 'never' }, encrypted_token: sealed }
  expect((await guest.call('POST', callFor(made, ANA), wanted)).status).toBe(404)
  expect((await (await signedIn(made, ANA)).call('POST', callFor(made, ANA), wanted)).status).toBe(200)
  expect((await guest.call('POST', callFor(made), { preferences: { level: 'never' } })).status).toBe(401)
})

test('SET-2 SEC-4 a link that is altered, truncated, of another shop or outdated is invalid', async () => {
  const made = await world()
  const guest = await made.shopper()
  const sealed = sealedFor(made)
  const flipped = (at: number) =>
    sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  const foreign = sealPreferenceLink({ sessionSecret: 'x'.repeat(40) }, userOf(made, BEN).token, 1)
  const bad = [
    ...Array.from({ length: sealed.length }, (_, at) => flipped(at)),
    sealed.slice(0, -4),
    `${sealed}A`,
    `${sealed}=`,
    foreign,
    sealedFor(made, BEN, 2),
    '',
    userOf(made, BEN).token,
  ]
  for (const wrong of bad) expect(openPreferenceLink(made.services, wrong)).toBeNull()
  for (const odd of [null, 5, ['x'], { a: 1 }, 'A'.repeat(10_000)])
    expect(openPreferenceLink(made.services, odd)).toBeNull()
  for (const wrong of [flipped(20), foreign]) {
    expect((await guest.visit(`/email-preferences/${wrong}`)).status).toBe(404)
    const answer = await guest.call('POST', callFor(made), {
      preferences: { level: 'never' },
      encrypted_token: wrong,
    })
    expect(answer.status).toBe(404)
  }
  expect(made.db.select().from(preferences).all()).toEqual([])
})

test('SET-2 after an email change, links in the old mailbox can only unsubscribe', async () => {
  const made = await world()
  const sealed = sealedFor(made)
  const preferencesCall = callFor(made)
  const ben = await signedIn(made)
  const call = `/v1/update_user_email/${userOf(made, BEN).token}`
  await ben.call('POST', call, { email: 'ben@home.example' })
  await made.settleDown()
  const link = /\/change-email\/[\w-]+/.exec(mailsTo(made, 'ben@home.example')[0]?.text ?? '')?.[0] ?? ''
  expect((await ben.call('POST', link)).status).toBe(200)

  for (const path of [`/email-preferences/${sealed}`, `/unsubscribe/${sealed}`]) {
    const page = await (await made.shopper()).visit(path)
    expect(page.status).toBe(200)
    const words = await page.text()
    expect(words).toContain('We no longer email that address')
    expect(words).not.toContain('home.example')
  }
  const level = () => standing(made, 'ben@home.example').level
  const reader = await made.shopper()
  const ask = (preferences: object) =>
    reader.call('POST', preferencesCall, { preferences, encrypted_token: sealed })
  expect((await ask({ level: 'monthly' })).status).toBe(404)
  expect((await ask({ topics: { rewards: false } })).status).toBe(404)
  expect(level()).toBe('weekly')
  expect((await ask({ level: 'never', topics: { rewards: false } })).status).toBe(200)
  expect(standing(made, 'ben@home.example')).toMatchObject({
    level: 'never',
    topics: expect.arrayContaining(['rewards']),
  })
  expect(await (await reader.visit(`/unsubscribe/${sealed}`)).text()).toContain('unsubscribed.')

  await ben.call('POST', preferencesCall, { preferences: { level: 'weekly' } })
  const answer = await oneClick(made, `/unsubscribe/${sealed}`)
  expect([answer.status, await answer.text()]).toEqual([200, "You're unsubscribed."])
  expect(level()).toBe('never')
})

test('SET-2 a broken unsubscribe link names other ways to end our emails', async () => {
  const made = await world()
  const reader = await made.shopper()
  const cut = sealedFor(made).slice(0, -3)
  for (const path of [
    `/email-preferences/${cut}`,
    `/unsubscribe/${cut}`,
    '/unsubscribe/wait-list/12-abc',
    '/unsubscribe/invitations/12-abc',
  ]) {
    const page = await reader.visit(path)
    expect([path, page.status]).toEqual([path, 404])
    const html = await page.text()
    expect(html, path).toContain('Some mail programs cut off long links.')
    expect(html, path).toContain(`mailto:${made.config.store.email}?subject=Unsubscribe`)
    expect(html, path).toContain('href="/account#account_preferences"')
    expect((await reader.call('GET', path)).status).toBe(404)
  }
})

test('SET-2 links in emails to a merged account end the emails of the account that took it over', async () => {
  const made = await world()
  const [ana, ben] = [userOf(made, ANA), userOf(made, BEN)]
  const sealed = sealedFor(made)
  made.db.update(users).set({ mergedIntoId: ana.id }).where(eq(users.id, ben.id)).run()
  const reader = await made.shopper()
  const html = await (await reader.visit(`/email-preferences/${sealed}`)).text()
  expect(html).toContain('We no longer email that address')
  expect(html).not.toContain(ANA)
  const fields = { encrypted_token: sealed, 'preferences[level]': 'never' }
  expect((await reader.submit('POST', callFor(made, ANA), fields)).status).toBe(303)
  expect(standing(made, ANA).level).toBe('never')
  await (await signedIn(made, ANA)).call('POST', callFor(made, ANA), { preferences: { level: 'weekly' } })
  expect((await oneClick(made, `/unsubscribe/${sealed}`)).status).toBe(200)
  expect(standing(made, ANA).level).toBe('never')
})

/** A request like a mail client's: no cookie, no CSRF token, any origin. */
const oneClick = (
  { app }: World,
  path: string,
  body = 'List-Unsubscribe=One-Click',
  origin = 'https://mail.example',
) =>
  app.fetch(
    new Request(new URL(path, 'http://localhost:3000'), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        'sec-fetch-site': 'cross-site',
      },
      body,
    }),
  )

test('SET-2 a mail client unsubscribes in one click; fetching the URL changes nothing', async () => {
  const made = await world()
  const path = `/unsubscribe/${sealedFor(made)}`
  const reader = await made.shopper()
  for (const method of ['GET', 'HEAD']) expect((await reader.send(path, { method })).status).toBe(200)
  expect((await oneClick(made, path, '')).status).toBe(400)
  expect(made.db.select().from(preferences).all()).toEqual([])
  const answer = await oneClick(made, path)
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  expect(standing(made).level).toBe('never')
  expect((await oneClick(made, path)).status).toBe(200)
})

test('SET-2 SEC-4 one click affects only its own account, and invalid ones are rate-limited', async () => {
  const made = await world({ config: { rateLimited: true } })
  const { sessionSecret } = made.config
  const foreign = sealPreferenceLink({ sessionSecret: `${sessionSecret}x` }, userOf(made, BEN).token, 1)
  const answers = []
  for (let at = 0; at < 62; at++) answers.push((await oneClick(made, `/unsubscribe/${foreign}`)).status)
  expect([answers[0], answers[59], answers[60], answers[61]]).toEqual([404, 404, 429, 429])
  expect(made.db.select().from(preferences).all()).toEqual([])
  expect(standing(made, ANA).level).toBe('weekly')
})

test("SET-2 a mail that isn't transactional has both headers and the link; a sign-in link doesn't", async () => {
  const made = await world()
  const guest = await made.shopper()
  await guest.call('POST', '/v1/create_account', { email: 'cal@example.com', password: 'brisket on sunday' })
  await guest.visit('/')
  await guest.call('POST', '/v1/send_email_login_link', { email_address: BEN })
  await made.settleDown()
  const [welcome] = mailsTo(made, 'cal@example.com')
  expect(welcome?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const header = welcome?.headers?.['List-Unsubscribe'] ?? ''
  const path = /^<http:\/\/localhost:3000(\/unsubscribe\/[\w-]+)>$/.exec(header)?.[1] ?? ''
  expect(welcome?.text).toMatch(/\/email-preferences\/[\w-]+/)
  expect((await oneClick(made, path)).status).toBe(200)
  expect(standing(made, 'cal@example.com').level).toBe('never')
  expect(mailsTo(made, BEN)[0]?.headers).toBeNull()
  expect(unsubscribeLinks(made.services, 999_999)).toEqual({ preferencesUrl: undefined, headers: undefined })
  expect(made.db.select().from(outboxMessages).all().length).toBeGreaterThanOrEqual(2)
})
