import { expect, test } from 'vitest'
import { BEN, mailedPath, signedIn, userOf } from '../../support/account.ts'
import { expectOk } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const NEW = 'ben@home.example'
const NORA = 'nora@example.com'

/** The page of a spent link, on opening it and on pressing its button again. Checks that both change nothing. */
async function saidAgain({ db }: World, who: Shopper, link: string) {
  const before = dump(db)
  const answers = [await who.visit(link), await who.submit('POST', link)]
  const [page, again] = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([410, 410])
  expect(changedTables(before, dump(db))).toEqual([])
  expect(main(again)).toBe(main(page))
  return main(page)
}

const main = (page = '') => /<main[\s\S]*<\/main>/.exec(page)?.[0].replace(/name="_?csrf[^>]*>/g, '') ?? ''

/** Ben requested an email change, and confirmed it by link. */
async function changed(wishes: Parameters<typeof world>[0] = {}) {
  const made = await world(wishes)
  const ben = await signedIn(made)
  await expectOk(ben.call('POST', `/v1/update_user_email/${userOf(made, BEN).token}`, { email: NEW }))
  const link = await mailedPath(made, NEW, '/change-email/')
  expect((await ben.submit('POST', link)).status).toBe(303)
  return { made, ben, link }
}

test('SET-1 a used email-change link says that the email is changed, signed in or not', async () => {
  const { made, ben, link } = await changed()
  const toOwner = await saidAgain(made, ben, link)
  expect(toOwner).toContain(`Your email is now <b>${NEW}</b>`)
  expect(toOwner).toContain('href="/account"')
  const toPhone = await saidAgain(made, await made.shopper(), link)
  expect(toPhone).toContain(`Your email is now <b>${NEW}</b>`)
  expect(toPhone).toContain('href="/signin"')
})

test('SET-1 SEC-4 a link for an abandoned or superseded email change shows no email', async () => {
  const { made, ben, link } = await changed()
  const { token } = userOf(made, NEW)
  await expectOk(ben.call('POST', `/v1/update_user_email/${token}`, { email: 'ben@two.example' }))
  const second = await mailedPath(made, 'ben@two.example', '/change-email/')
  await ben.submit('DELETE', '/account/email-change')
  expect(await saidAgain(made, ben, second)).toContain('Nothing has changed')
  await expectOk(ben.call('POST', `/v1/update_user_email/${token}`, { email: 'ben@three.example' }))
  await ben.submit('POST', await mailedPath(made, 'ben@three.example', '/change-email/'))
  for (const old of [link, second]) {
    const page = await saidAgain(made, ben, old)
    expect(page).toContain('This link no longer works')
    expect(page).not.toContain('@')
  }
})

test("SEC-3 reopening a used link doesn't count as guessing", async () => {
  const { made, link } = await changed({ config: { rateLimited: true } })
  const phone = await made.shopper()
  for (let at = 0; at < 12; at++) expect((await phone.submit('POST', link)).status).toBe(410)
})

/** Nora signed up, and her welcome mail is out. */
async function welcomed() {
  const made = await world()
  const nora = await made.shopper()
  await expectOk(nora.call('POST', '/v1/create_account', { email: NORA, password: 'brisket on sunday' }))
  await nora.visit('/')
  return { made, nora, link: await mailedPath(made, NORA, '/confirm-email/') }
}

test('ACC-2 a used welcome link shows its own user, and nobody else, that the email is confirmed', async () => {
  const { made, nora, link } = await welcomed()
  expect((await nora.submit('POST', link)).status).toBe(303)
  const page = await saidAgain(made, nora, link)
  expect(page).toContain('Your email is confirmed')
  expect(page).toContain(NORA)
  expect(await saidAgain(made, await signedIn(made), link)).toContain('no longer works')
})

test('ACC-2 SEC-4 signed out, a dead welcome link is dead at once, and a valid one asks to sign in', async () => {
  const { made, nora, link } = await welcomed()
  const phone = await made.shopper()
  const asked = async (path: string) => {
    const [page, pressed] = [await phone.visit(path), await phone.submit('POST', path)]
    return [page.status, page.headers.get('location'), pressed.status, pressed.headers.get('location')]
  }
  expect(await asked(link)).toEqual([303, '/signin', 303, '/signin'])
  const unknown = await saidAgain(made, phone, `/confirm-email/${'A'.repeat(43)}`)
  expect(unknown).toContain('no longer works')

  await expectOk(nora.call('POST', '/account/confirmation')) // voids the first link
  expect(main(await (await phone.visit(link)).text()).replaceAll(link, '')).toBe(
    unknown.replaceAll(`/confirm-email/${'A'.repeat(43)}`, ''),
  )
  const second = await mailedPath(made, NORA, '/confirm-email/')
  made.pass(24 * 3_600_000 - 1)
  expect(await asked(second)).toEqual([303, '/signin', 303, '/signin'])
  made.pass(1)
  expect(await asked(second)).toEqual([410, null, 410, null])
  expect(userOf(made, NORA).emailVerifiedAt).toBeNull()
})

test('ACC-4 a used sign-in link offers its signed-in user the account, and others the sign-in', async () => {
  const made = await world()
  const ben = await made.shopper()
  await expectOk(ben.call('POST', '/v1/send_email_login_link', { email_address: BEN }))
  const link = await mailedPath(made, BEN, '/magic-link/')
  expect((await ben.submit('POST', link)).status).toBe(303)
  const toBen = await saidAgain(made, ben, link)
  expect([toBen.includes('href="/account"'), toBen.includes('href="/signin"')]).toEqual([true, false])
  const toOthers = await saidAgain(made, await made.shopper(), link)
  expect([toOthers.includes('href="/account"'), toOthers.includes('href="/signin"')]).toEqual([false, true])
})
