import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { farewellMails, jobs, mailedLinks, offers, users, waitListEntries } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { ANA, BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const JUNE = 'june@example.com'
const NEW = 'ben@home.example'

const ask = (made: World, who: Shopper, email: string, owner = BEN, more: object = {}) =>
  who.call('POST', `/v1/update_user_email/${userOf(made, owner).token}`, { email, ...more })

async function asked() {
  const made = await world()
  const ben = await signedIn(made)
  const answer = await ask(made, ben, ` ${NEW.toUpperCase()} `)
  return { made, ben, answer, link: await mailedPath(made, NEW, '/change-email/') }
}

const subjects = (made: World, to: string) => mailsTo(made, to).map(({ subject }) => subject)

test('SET-1 a new email takes effect by its mailed link; the old one is notified at the request and at the change', async () => {
  const { made, ben, answer, link } = await asked()
  expect(answer.status).toBe(200)
  const { new_email, message } = (await answer.json()) as Record<string, string>
  expect([new_email, message]).toEqual([
    NEW,
    `We sent a link to ${NEW}. Your email changes once you open it and confirm.`,
  ])
  expect(userOf(made, BEN).email).toBe(BEN)
  expect(subjects(made, BEN)).toEqual(['Your Droveway email is about to change'])
  expect(mailsTo(made, BEN)[0]?.text).toContain(NEW)
  expect(await (await ben.visit('/account')).text()).toContain('please open the link we sent there')

  expect(mailsTo(made, NEW)[0]?.text).toContain(`The account ${BEN} asked to use this email address`)

  const phone = await signedIn(made)
  const page = await phone.visit(link)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  for (const method of ['GET', 'HEAD']) await phone.send(link, { method })
  expect(userOf(made, BEN).email).toBe(BEN)
  const done = await phone.submit('POST', link)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/account#account_email'])
  expect(userOf(made, NEW).emailVerifiedAt).toBe(made.clock.now())
  await made.settleDown()
  expect(subjects(made, BEN)[1]).toBe('Your Droveway email was changed')
  expect(made.db.select().from(farewellMails).all()).toEqual([])
  const again = await phone.submit('POST', link)
  expect(again.status).toBe(410)
  expect((await ben.visit('/account')).status).toBe(200)
})

test('SET-1 BEH-17 what a shopper waits for follows their email, and is kept once', async () => {
  const { made, ben, link } = await asked()
  const [one, other] = made.db.select().from(offers).limit(2).all()
  const entry = (email: string, offerId: number, toldAt: number | null) => {
    const joinedAt = made.clock.now()
    return { email, offerId, toldAt, joinedAt, campaignType: 'sold_out' as const }
  }
  const rows = [entry(BEN, one!.id, null), entry(BEN, other!.id, 1), entry(NEW, one!.id, 1)]
  made.db.insert(waitListEntries).values(rows).run()
  expect((await ben.submit('POST', link)).status).toBe(303)
  const of = (email: string) =>
    made.db.select().from(waitListEntries).where(eq(waitListEntries.email, email)).all()
  expect(of(BEN)).toEqual([])
  expect(of(NEW).map(({ offerId, toldAt }) => [offerId, toldAt])).toEqual([
    [one!.id, null],
    [other!.id, 1],
  ])
})

test("SET-1 SEC-3 several accounts together can't flood a stranger's address", async () => {
  const made = await world()
  const statuses = []
  for (const owner of [BEN, ANA, 'member@example.com', 'staff@example.com'])
    statuses.push((await ask(made, await signedIn(made, owner), 'eve@victim.example', owner)).status)
  expect(statuses).toEqual([200, 200, 200, 422])
  await made.settleDown()
  expect(mailsTo(made, 'eve@victim.example')).toHaveLength(3)
  made.pass(3_600_001)
  expect((await ask(made, await signedIn(made), 'eve@victim.example')).status).toBe(200)
})

test('SET-1 SEC-4 the link works only in the account that requested it: signed out one signs in first', async () => {
  const { made, ben, link } = await asked()
  const phone = await made.shopper()
  const page = await phone.visit(link)
  expect([page.status, page.headers.get('location')]).toEqual([303, '/signin'])
  const ana = await signedIn(made, ANA)
  for (const answer of [await ana.visit(link), await ana.submit('POST', link)]) {
    expect(answer.status).toBe(410)
    expect(await answer.text()).toContain('This link is for another account')
  }
  expect(userOf(made, BEN).email).toBe(BEN)

  expect((await (await made.shopper()).call('POST', link)).status).toBe(401)
  const credentials = { email: BEN, password: DEMO_PASSWORD }
  const signIn = await phone.submit('POST', '/v1/cc_signin', credentials)
  expect(signIn.headers.get('location')).toBe(link) // returns to the link
  await phone.visit(link)
  expect((await phone.submit('POST', link)).status).toBe(303)
  expect(userOf(made, NEW).emailVerifiedAt).toBe(made.clock.now())
  expect((await ben.visit('/account')).status).toBe(200)
})

test('SET-1 SEC-4 an email that got its own account since stays with that account', async () => {
  const { made, ben, link } = await asked()
  const other = await made.shopper()
  await other.call('POST', '/v1/create_account', { email: NEW, password: 'brisket on sunday' })
  expect((await ben.submit('POST', link)).status).toBe(410)
  expect(userOf(made, BEN).email).toBe(BEN)
})

test('SET-1 SEC-4 links in the old mailbox stop working after the change', async () => {
  const { made, ben, link } = await asked()
  const guest = await made.shopper()
  await guest.call('POST', '/v1/reset_password', { email: BEN })
  const reset = await mailedPath(made, BEN, '/reset-password/')
  await ben.submit('POST', link)
  expect((await guest.visit(reset)).status).toBe(410)
  const change = reset.replace('/reset-password/', '/v1/change_password/')
  expect((await guest.call('POST', change, { password: 'brisket on sunday' })).status).toBe(422)
})

test('SET-1 an email that has an account gets the same response, and no mail', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const [free, taken] = [await ask(made, ben, NEW), await ask(made, ben, ANA)]
  expect(taken.status).toBe(free.status)
  expect((await taken.text()).replaceAll(ANA, NEW)).toBe(await free.text())
  await made.settleDown()
  expect(mailsTo(made, ANA)).toEqual([])
  expect(subjects(made, BEN)).toHaveLength(1) // the first request was superseded before its notice was sent
})

test('SET-1 SEC-4 of two accounts requesting one email, one gets it, and all other links to it are void', async () => {
  const made = await world()
  const [ben, ana] = [await signedIn(made), await signedIn(made, ANA)]
  await ask(made, ben, NEW)
  await ask(made, ana, NEW, ANA)
  await made.settleDown()
  const paths = mailsTo(made, NEW).map(({ text }) => /\/change-email\/[\w-]+/.exec(text)?.[0] ?? '')
  expect(new Set(paths).size).toBe(2)
  const [bens = '', anas = ''] = paths
  expect([(await ben.visit(bens)).status, (await ana.visit(anas)).status]).toEqual([200, 200])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => [ben.call('POST', bens), ana.call('POST', anas)]).flat(),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(made.db.select().from(users).where(eq(users.email, NEW)).all()).toHaveLength(1)
  for (const path of paths) expect((await ben.visit(path)).status).toBe(410)
})

test('SET-1 the link is valid for 24 hours, and ends with a newer request, a cancellation or a new password', async () => {
  const { made, ben, link } = await asked()
  made.pass(24 * 3_600_000 - 1)
  expect((await ben.visit(link)).status).toBe(200)
  made.pass(1)
  expect((await ben.visit(link)).status).toBe(410)

  const wish = async (email: string) => {
    expect((await ask(made, ben, email, BEN, { current_password: DEMO_PASSWORD })).status).toBe(200)
    return mailedPath(made, email, '/change-email/')
  }
  const first = await wish('ben@one.example')
  const second = await wish('ben@two.example')
  expect([(await ben.visit(first)).status, (await ben.visit(second)).status]).toEqual([410, 200])
  expect((await ben.submit('DELETE', '/account/email-change')).status).toBe(303)
  expect((await ben.visit(second)).status).toBe(410)
  const third = await wish('ben@three.example')
  await ben.call('POST', '/account/password', {
    current_password: DEMO_PASSWORD,
    password: 'brisket on sunday',
  })
  expect((await ben.visit(third)).status).toBe(410)
})

test('SET-1 an hour after sign-in the password is required again, and nothing happens without it', async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.pass(60 * 60_000 + 1)
  const refused = await ask(made, ben, NEW)
  expect([refused.status, await refused.text()]).toEqual([
    401,
    expect.stringContaining('Please sign in again'),
  ])
  const wrong = await ask(made, ben, NEW, BEN, { current_password: 'not-the-password' })
  expect([wrong.status, await wrong.text()]).toEqual([
    401,
    expect.stringMatching(/That password isn.+t right/),
  ])
  expect(made.db.select().from(mailedLinks).all()).toEqual([])
  const form = await ben.submit('POST', `/v1/update_user_email/${userOf(made, BEN).token}`, { email: NEW })
  expect(await form.text()).toMatch(/id="account_email_password_error"/)

  expect((await ask(made, ben, NEW, BEN, { current_password: DEMO_PASSWORD })).status).toBe(200)
  expect((await ask(made, ben, 'ben@two.example')).status).toBe(200) // the password counts as a recent sign-in
})

test.each([
  ['ben', 'Please enter a valid email address.'],
  ['ben@home.example\r\nBcc: all@example.com', 'Please enter a valid email address.'],
  [`${'b'.repeat(250)}@home.example`, 'Please enter a valid email address.'],
  ['OTHER@example.com', "That's already your email."],
])('SET-1 SEC-5 the new email %j is refused', async (email, sentence) => {
  const made = await world()
  const answer = await ask(made, await signedIn(made), email)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(sentence)])
  expect(made.db.select().from(mailedLinks).all()).toEqual([])
})

test('SEC-3 an account can request an email change five times an hour', async () => {
  const made = await world({ config: { rateLimited: true } })
  const june = await made.shopper() // limits are per process, so this account must be unknown to other tests
  await june.call('POST', '/v1/create_account', { email: JUNE, password: 'brisket on sunday' })
  await june.visit('/')
  const wish = (email: string) => ask(made, june, email, JUNE)
  for (const _ of [1, 2, 3, 4, 5, 6]) expect((await wish('june')).status).toBe(422) // invalid ones don't count
  for (const at of [1, 2, 3, 4, 5]) expect((await wish(`june${at}@home.example`)).status).toBe(200)
  const told = await wish('june6@home.example')
  expect(told.status).toBe(429)
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test("SET-1 no job or stored row has a link's secret, and no job an email", async () => {
  const { made, ben, link } = await asked()
  await ben.submit('POST', link)
  await made.settleDown()
  const kept = JSON.stringify([made.db.select().from(jobs).all(), made.db.select().from(mailedLinks).all()])
  expect(kept).not.toContain(link.split('/').at(-1))
  expect(JSON.stringify(made.db.select().from(jobs).all())).not.toContain('@')
})
