import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs, mailedLinks, partingMails, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#db/seeds/accounts.ts'
import { ANA, BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

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

test('SET-1 another email waits for its mailed link; the old one is told at once, and again when it is done', async () => {
  const { made, ben, answer, link } = await asked()
  expect(answer.status).toBe(200)
  const { new_email, message } = (await answer.json()) as Record<string, string>
  expect([new_email, message]).toEqual([
    NEW,
    `We sent a link to ${NEW}. Your email changes once you open it.`,
  ])
  expect(userOf(made, BEN).email).toBe(BEN)
  expect(subjects(made, BEN)).toEqual(['Your email at Droveway is about to change'])
  expect(mailsTo(made, BEN)[0]?.text).toContain(NEW)
  expect(await (await ben.visit('/account')).text()).toContain('waits for you to open the link')

  const phone = await made.shopper()
  const page = await phone.visit(link)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  for (const method of ['GET', 'HEAD']) await phone.send(link, { method })
  expect(userOf(made, BEN).email).toBe(BEN)
  const done = await phone.submit('POST', link)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/signin'])
  expect(userOf(made, NEW).emailVerifiedAt).toBe(made.clock.now())
  await made.settleDown()
  expect(subjects(made, BEN)[1]).toBe('Your email at Droveway was changed')
  expect(made.db.select().from(partingMails).all()).toEqual([])
  const again = await phone.submit('POST', link)
  expect(again.status).toBe(410)
  expect((await ben.visit('/account')).status).toBe(200)
})

test('SET-1 an address that has an account gets the same answer, and no mail', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const [free, taken] = [await ask(made, ben, NEW), await ask(made, ben, ANA)]
  expect(taken.status).toBe(free.status)
  expect((await taken.text()).replaceAll(ANA, NEW)).toBe(await free.text())
  await made.settleDown()
  expect(mailsTo(made, ANA)).toEqual([])
  expect(subjects(made, BEN)).toHaveLength(1) // the first wish was over before it was told of
})

test('SET-1 SEC-4 of two accounts that wish for one address one gets it, and every other link to it is void', async () => {
  const made = await world()
  const [ben, ana] = [await signedIn(made), await signedIn(made, ANA)]
  await ask(made, ben, NEW)
  await ask(made, ana, NEW, ANA)
  await made.settleDown()
  const paths = mailsTo(made, NEW).map(({ text }) => /\/change-email\/[\w-]+/.exec(text)?.[0] ?? '')
  expect(new Set(paths).size).toBe(2)
  for (const path of paths) expect((await ben.visit(path)).status).toBe(200)
  const answers = await Promise.all(
    paths.flatMap((path) => Array.from({ length: 20 }, () => ben.call('POST', path))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(made.db.select().from(users).where(eq(users.email, NEW)).all()).toHaveLength(1)
  for (const path of paths) expect((await ben.visit(path)).status).toBe(410)
})

test('SET-1 the link is good for 24 hours, a newer wish ends it, and so does giving it up or a new password', async () => {
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

test('SET-1 an hour after signing in the password is asked for once more, and nothing happens without it', async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.pass(60 * 60_000 + 1)
  const refused = await ask(made, ben, NEW)
  expect([refused.status, await refused.text()]).toEqual([
    401,
    expect.stringContaining('Please sign in again'),
  ])
  const wrong = await ask(made, ben, NEW, BEN, { current_password: 'not-the-password' })
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('not your password')])
  expect(made.db.select().from(mailedLinks).all()).toEqual([])
  const form = await ben.submit('POST', `/v1/update_user_email/${userOf(made, BEN).token}`, { email: NEW })
  expect(await form.text()).toMatch(/id="account_email_password_error"/)

  expect((await ask(made, ben, NEW, BEN, { current_password: DEMO_PASSWORD })).status).toBe(200)
  expect((await ask(made, ben, 'ben@two.example')).status).toBe(200) // that counts as a recent sign-in
})

test.each([
  ['ben', 'Please enter a valid email address.'],
  ['ben@home.example\r\nBcc: all@example.com', 'Please enter a valid email address.'],
  [`${'b'.repeat(250)}@home.example`, 'Please enter a valid email address.'],
  ['OTHER@example.com', 'That is your email already.'],
])('SET-1 SEC-5 the new email %j is refused', async (email, sentence) => {
  const made = await world()
  const answer = await ask(made, await signedIn(made), email)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(sentence)])
  expect(made.db.select().from(mailedLinks).all()).toEqual([])
})

test('SEC-3 an account asks five times an hour for another email', async () => {
  const made = await world({ config: { rateLimited: true } })
  const ben = await signedIn(made)
  for (const at of [1, 2, 3, 4, 5]) expect((await ask(made, ben, `ben${at}@home.example`)).status).toBe(200)
  const told = await ask(made, ben, 'ben6@home.example')
  expect(told.status).toBe(429)
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test('SET-1 no job and no waiting row holds what a link is worth, and no job an address', async () => {
  const { made, link } = await asked()
  await made.shopper().then((phone) => phone.visit(link).then(() => phone.submit('POST', link)))
  await made.settleDown()
  const kept = JSON.stringify([made.db.select().from(jobs).all(), made.db.select().from(mailedLinks).all()])
  expect(kept).not.toContain(link.split('/').at(-1))
  expect(JSON.stringify(made.db.select().from(jobs).all())).not.toContain('@')
})
