import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, mailedLinks, outboxMessages, sessions, users } from '#db/schema/index.ts'
import { PASSWORD_EMAIL_SENTENCE } from '#src/accounts/rules.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { type World, world } from '../../support/world.ts'

const BEN = 'other@example.com'

const mailsTo = ({ db }: World, recipient: string) =>
  db.select().from(outboxMessages).where(eq(outboxMessages.recipient, recipient)).all()

/** The path of the link in the newest mail to a recipient. */
async function linkTo(made: World, recipient: string): Promise<string> {
  await made.settleDown()
  const text = mailsTo(made, recipient).at(-1)?.text ?? ''
  return /https?:\/\/[^/\s]+(\/(?:magic-link|reset-password)\/[\w-]+)/.exec(text)?.[1] ?? ''
}

async function askedForMagicLink(redirect_url = '/cart') {
  const made = await world()
  const ben = await made.shopper()
  await ben.call('POST', '/v1/send_email_login_link', { email_address: BEN, redirect_url })
  return { made, ben, link: await linkTo(made, BEN) }
}

const isSignedIn = async (shopper: Awaited<ReturnType<World['shopper']>>) =>
  (await shopper.call('POST', '/v1/update_zipcode', { user_token: 'x', zipcode: '98101' })).status === 404

test('ACC-4 a link signs in another browser, redirects to its page, and works only once', async () => {
  const { made, ben, link } = await askedForMagicLink()
  const laptop = await made.shopper()
  const page = await laptop.visit(link)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(await page.text()).toContain(BEN)
  const answer = await laptop.submit('POST', link)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  await laptop.visit('/')
  expect([await isSignedIn(laptop), await isSignedIn(ben)]).toEqual([true, false])

  const again = await (await made.shopper()).submit('POST', link)
  expect(again.status).toBe(410)
  expect(await again.text()).toContain('no longer works')
})

test("ACC-4 GND-8 a scanner fetching a link doesn't use it up", async () => {
  const { made, link } = await askedForMagicLink()
  const scanner = await made.shopper()
  for (const method of ['GET', 'HEAD', 'GET']) expect((await scanner.send(link, { method })).status).toBe(200)
  expect((await (await made.shopper()).submit('POST', link)).status).toBe(303)
})

test('ACC-4 a link is valid for 15 minutes, and a newer one invalidates it', async () => {
  const { made, ben, link } = await askedForMagicLink()
  made.pass(60_000)
  await ben.call('POST', '/v1/send_email_login_link', { email_address: BEN })
  const newer = await linkTo(made, BEN)
  expect(newer).not.toBe(link)
  expect((await ben.visit(link)).status).toBe(410)
  made.pass(15 * 60_000 - 1)
  expect((await ben.visit(newer)).status).toBe(200)
  made.pass(1)
  expect((await ben.visit(newer)).status).toBe(410)
})

test('ACC-4 SEC-4 of a hundred concurrent uses of one link, one signs in', async () => {
  const { made, link } = await askedForMagicLink()
  const people = await Promise.all(Array.from({ length: 100 }, () => made.shopper()))
  const answers = await Promise.all(people.map((person) => person.submit('POST', link)))
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  const live = made.db
    .select()
    .from(sessions)
    .all()
    .filter(({ userId, revokedAt }) => userId && !revokedAt)
  expect(live).toHaveLength(1)
})

test('ACC-4 ACC-5 no response reveals whether an email has an account, and unknown addresses get no mail', async () => {
  const made = await world()
  const eve = await made.shopper()
  const ask = async (path: string, field: string, email: string) => {
    const answer = await eve.call('POST', path, { [field]: email })
    return [answer.status, await answer.text()]
  }
  for (const [path, field] of [
    ['/v1/send_email_login_link', 'email_address'],
    ['/v1/reset_password/', 'email'],
  ] as const)
    expect(await ask(path, field, 'nobody@example.com')).toEqual(await ask(path, field, BEN))
  await made.settleDown()
  expect([mailsTo(made, BEN).length, mailsTo(made, 'nobody@example.com').length]).toEqual([2, 0])
})

test('SEC-3 an address gets three links an hour, however often they are requested', async () => {
  const { made, ben } = await askedForMagicLink()
  for (let more = 0; more < 5; more++)
    expect((await ben.call('POST', '/v1/send_email_login_link', { email_address: BEN })).status).toBe(200)
  await made.settleDown()
  const sent = made.db.select().from(mailedLinks).all()
  expect(sent).toHaveLength(3)
  made.pass(3_600_000)
  await ben.call('POST', '/v1/send_email_login_link', { email_address: BEN })
  expect(made.db.select().from(mailedLinks).all()).toHaveLength(4)
})

test('ACC-7 SEC-3 the fourth link request in a minute has to wait, and the page keeps the typed address', async () => {
  const made = await world({ config: { rateLimited: true } })
  const eve = await made.shopper()
  const ask = () => eve.call('POST', '/v1/send_email_login_link', { email_address: BEN })
  for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  const page = await (await eve.visit('/signin')).text()
  expect(page).toContain('Please wait')
  expect(page).toContain(`value="${BEN}"`)
})

test("ACC-4 neither the database nor a job stores a link's secret", async () => {
  const { made, link } = await askedForMagicLink()
  const secret = link.split('/').at(-1) ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  const kept = JSON.stringify([made.db.select().from(mailedLinks).all(), made.db.select().from(jobs).all()])
  expect(kept).not.toContain(secret)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%0d%0aLocation:x',
])('SEC-5 ACC-4 a link never redirects to %s', async (hostile) => {
  const { made, link } = await askedForMagicLink(hostile)
  const answer = await (await made.shopper()).submit('POST', link)
  expect(answer.headers.get('location')).toMatch(/^\/(?![/\\])/)
  expect(answer.headers.get('location')).not.toContain('evil')
})

test('ACC-1 a link whose return path is an API call redirects to the home page', async () => {
  const { made, link } = await askedForMagicLink('/v1/cc_signout/')
  expect((await (await made.shopper()).submit('POST', link)).headers.get('location')).toBe('/')
})

async function forgotPassword() {
  const made = await world()
  const ben = await made.shopper()
  await ben.call('POST', '/v1/reset_password/', { email: BEN })
  return { made, ben, secret: (await linkTo(made, BEN)).split('/').at(-1) ?? '' }
}

const signIn = async (made: World, password: string) => {
  const somebody = await made.shopper()
  const { status } = await somebody.call('POST', '/v1/cc_signin', { email: BEN, password })
  await somebody.visit('/')
  return { somebody, status }
}

test('ACC-5 a password reset ends the old password and every session, mails the owner, and signs nobody in', async () => {
  const { made, ben, secret } = await forgotPassword()
  const thief = (await signIn(made, DEMO_PASSWORD)).somebody
  expect((await ben.visit(`/reset-password/${secret}`)).status).toBe(200)
  const answer = await ben.call('POST', `/v1/change_password/${secret}`, { password: 'brisket on sunday' })
  expect(answer.status).toBe(200)
  expect([await isSignedIn(ben), await isSignedIn(thief)]).toEqual([false, false])
  expect((await signIn(made, DEMO_PASSWORD)).status).toBe(401)
  expect((await signIn(made, 'brisket on sunday')).status).toBe(200)
  await made.settleDown()
  expect(mailsTo(made, BEN).map(({ subject }) => subject)).toContain('Your Droveway password was changed')
})

test("ACC-5 a reset link works once, within an hour, and then shows the spec's message", async () => {
  const { made, ben, secret } = await forgotPassword()
  const change = () => ben.call('POST', `/v1/change_password/${secret}`, { password: 'brisket on sunday' })
  const expired = 'Sorry, that password reset link has expired. Please try the reset link again.'
  made.pass(3_600_000 - 1)
  expect((await change()).status).toBe(200)
  const again = await change()
  expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([422, expired])
  expect(await (await ben.visit(`/reset-password/${secret}`)).text()).toContain(expired)
})

test("ACC-8 ACC-5 the account's own email is refused as a password, and the link stays valid", async () => {
  const { made, ben, secret } = await forgotPassword()
  const hash = () => made.db.select().from(users).where(eq(users.email, BEN)).get()?.passwordHash
  const before = hash()
  const answer = await ben.call('POST', `/v1/change_password/${secret}`, { password: 'OTHER@example.com' })
  expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [PASSWORD_EMAIL_SENTENCE] }])
  expect(hash()).toBe(before)
  expect((await ben.visit(`/reset-password/${secret}`)).status).toBe(200)
})

test('ACC-5 SEC-4 of forty concurrent uses of one reset link, one changes the password', async () => {
  const { ben, secret } = await forgotPassword()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      ben.call('POST', `/v1/change_password/${secret}`, { password: `brisket on day ${at}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each([
  ['', 'Please enter your password.'],
  ['seven77', '8 characters or more'],
  ['password1', 'too common'],
  ['PassWord1', 'too common'],
  ['x'.repeat(129), 'at most 128 characters'],
])('ACC-8 a new password %s is refused, and its link stays valid', async (password, reason) => {
  const { made, ben, secret } = await forgotPassword()
  const before = made.db.select().from(users).where(eq(users.email, BEN)).get()?.passwordHash
  const answer = await ben.call('POST', `/v1/change_password/${secret}`, { password })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(reason)
  expect(made.db.select().from(users).where(eq(users.email, BEN)).get()?.passwordHash).toBe(before)
  expect((await ben.visit(`/reset-password/${secret}`)).status).toBe(200)
})

test('ACC-4 ACC-5 SEC-4 a link works only for the purpose it was mailed for', async () => {
  const { made, ben, link } = await askedForMagicLink()
  const asReset = link.replace('/magic-link/', '/v1/change_password/')
  expect((await ben.call('POST', asReset, { password: 'brisket on sunday' })).status).toBe(422)
  await ben.call('POST', '/v1/reset_password', { email: BEN })
  const reset = await linkTo(made, BEN)
  expect(reset).toMatch(/^\/reset-password\//)
  const secret = reset.replace('/reset-password/', '')
  for (const door of ['magic-link', 'change-email', 'privacy/personal-data'])
    expect((await ben.submit('POST', `/${door}/${secret}`)).status, door).toBe(410)
  const credentials = { email: BEN, password: DEMO_PASSWORD }
  expect((await ben.call('POST', '/v1/cc_signin', credentials)).status).toBe(200)
})
