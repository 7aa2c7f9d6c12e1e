import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { delayRequest } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { NEWCOMER_PASSWORD, signInByCall, signUpByCall } from '../support/page-calls.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('settings')

/** A new user, signed in on their account page. */
async function newcomer(email: string, options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options)
  const { page } = visitor
  await signUpByCall(page, email)
  await openAndWait(page, '/account')
  return visitor
}

type Message = { to: string; subject: string; text: string; links: string[] }

/** The newest email to this address with a matching subject, once it's sent. */
async function mailTo(page: Page, to: string, subject: RegExp): Promise<Message> {
  const found: Message[] = []
  await expect
    .poll(async () => {
      const answer = await page.request.get('/outbox.json')
      const { messages } = (await answer.json()) as { messages: Message[] }
      found.push(...messages.filter((mail) => mail.to === to && subject.test(mail.subject)))
      return found.length
    })
    .toBeGreaterThan(0)
  const [mail] = found
  if (!mail) throw new Error('no mail')
  return mail
}

const linkIn = ({ links }: Message, part: string) => links.find((link) => link.includes(part)) ?? ''

test('SET-1 name, email and password change in place, with both emails, and the focus stays there', async () => {
  const { page, complaints, expectAllWell, close } = await newcomer('cal@example.com', {
    viewport: SCREENS.phone,
  })
  await expectAllWell('a new account')
  const profile = page.locator('#account_profile')
  await profile.getByLabel('First name').fill('Cal')
  await profile.getByLabel('Phone Number').pressSequentially('2065550142')
  await profile.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Your name and phone are saved.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Hello, Cal' }).waitFor()
  expect(await profile.getByLabel('Phone Number').inputValue()).toBe('(206) 555-0142')
  // The button is disabled while sending; then the focus moves to its section's heading.
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Name and phone')

  const email = page.locator('#account_email')
  await email.getByLabel('New email').fill('CAL@example.com')
  await email.getByLabel('New email').press('Enter')
  await email.getByText("That's already your email.").waitFor()
  expect(await email.getByLabel('New email').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('account_new_email')
  await expectAllWell('a refused email')
  await email.getByLabel('New email').fill('cal@home.example')
  await email.getByRole('button', { name: 'Change my email' }).click()
  await email.getByText('please open the link we sent there').waitFor()
  await expectAllWell('an email that waits')
  const told = await mailTo(page, 'cal@example.com', /about to change/)
  expect(told.text).toContain('cal@home.example')
  const mail = await mailTo(page, 'cal@home.example', /Confirm your new email/)

  const other = await visit()
  await openAndWait(other.page, linkIn(mail, '/change-email/'))
  await other.page.waitForURL('**/signin')
  await other.page.locator('#sign_in_email').fill('cal@example.com')
  await other.page.locator('#sign_in_password').fill(NEWCOMER_PASSWORD)
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL('**/change-email/*')
  await other.expectAllWell('the page of the link')
  await other.page.getByRole('button', { name: 'Change my email' }).click()
  await other.page.getByText('Your email is now cal@home.example.').waitFor()
  await mailTo(page, 'cal@example.com', /was changed/)
  await other.close()

  await page.reload()
  await page.locator('.account__email', { hasText: 'cal@home.example' }).waitFor()
  const password = page.locator('#account_password')
  await password.getByLabel('Current password').fill(NEWCOMER_PASSWORD)
  await password.getByLabel('New password').fill('ribeye on monday')
  await password.getByRole('button', { name: 'Change my password' }).click()
  await page.getByText('Your password has been changed').waitFor()
  await page.locator('#account_profile').getByLabel('Last name').fill('Barlow')
  await page.locator('#account_profile').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your name and phone are saved.').waitFor() // the new session's own token
  expect(complaints).toEqual([])
  await close()
})

test("SET-1 without a network a form says that it couldn't reach the shop, and keeps what was typed", async () => {
  const { page, close } = await newcomer('dee@example.com')
  await page.context().setOffline(true)
  const name = page.locator('#account_profile').getByLabel('First name')
  await name.fill('Dee')
  await name.press('Enter')
  await page.getByText("We couldn't reach the shop. Please check your connection and try again.").waitFor()
  expect(await name.inputValue()).toBe('Dee')
  await page.context().setOffline(false)
  await name.press('Enter')
  await page.getByText('Your name and phone are saved.').waitFor()
  await close()
})

test('SET-1 two sections submitted at once each get their response; a page signed out elsewhere says so and keeps its input', async () => {
  const { page, complaints, close } = await newcomer('gil@example.com')
  const letGo = await delayRequest(page, '**/v1/update_user_full_name/*')
  const [profile, email] = [page.locator('#account_profile'), page.locator('#account_email')]
  await profile.getByLabel('First name').fill('Gil')
  await profile.getByRole('button', { name: 'Save' }).click()
  await email.getByLabel('New email').fill('gil@example.com')
  await email.getByRole('button', { name: 'Change my email' }).click()
  await email.getByText("That's already your email.").waitFor()
  letGo()
  await page.getByRole('heading', { level: 1, name: 'Hello, Gil' }).waitFor()
  await email.getByText("That's already your email.").waitFor()

  const phone = await visit({ viewport: SCREENS.phone })
  await signInByCall(phone.page, 'gil@example.com')
  await openAndWait(phone.page, '/account')
  await phone.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await phone.page.getByText('One other device is signed out.').waitFor()
  await phone.close()
  await profile.getByLabel('Last name').fill('Gilmore')
  await profile.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This page is out of date. Please reload it and try again.').waitFor()
  expect(await profile.getByLabel('Last name').inputValue()).toBe('Gilmore')
  await page.reload()
  await page.waitForURL('**/signin')
  expect(complaints).toEqual([expect.stringContaining('status of 403')])
  await close()
})

test("SET-1 in one section the next action waits for the pending one, and typed text isn't overwritten", async () => {
  const { page, complaints, close } = await newcomer('jon@example.com')
  const sessions = page.locator('#account_sessions')
  for (const _ of [1, 2]) {
    const elsewhere = await visit({})
    await signInByCall(elsewhere.page, 'jon@example.com')
    await elsewhere.close()
  }
  await openAndWait(page, '/account')
  const letGo = await delayRequest(page, '**/account/sessions/*', 'answer')
  const signOuts = sessions.getByRole('button', { name: /^Sign out(?! everywhere)/ })
  expect(await signOuts.count()).toBe(2)
  await signOuts.nth(0).click()
  await signOuts.nth(1).click({ force: true })
  letGo()
  await expect.poll(() => signOuts.count()).toBe(1)
  await signOuts.nth(0).click()
  await expect.poll(() => signOuts.count()).toBe(0)

  const profile = page.locator('#account_profile')
  const letSave = await delayRequest(page, '**/v1/update_user_full_name/*')
  await profile.getByLabel('First name').fill('Jon')
  await profile.getByLabel('Last name').fill('Whitcom')
  await profile.getByLabel('Last name').press('Enter')
  await expect.poll(() => profile.getByLabel('Last name').getAttribute('readonly')).not.toBeNull()
  await page.keyboard.type('b')
  expect(await profile.getByLabel('Last name').inputValue()).toBe('Whitcom')
  letSave()
  await page.getByText('Your name and phone are saved.').waitFor()
  await profile.getByLabel('Last name').fill('Whitcomb')
  expect(await profile.getByLabel('Last name').inputValue()).toBe('Whitcomb')
  expect(complaints).toEqual([])
  await close()
})

test('SET-1 a refusal shows at its field, a link within the page keeps what was typed, and going back moves no focus', async () => {
  const { page, complaints, close } = await newcomer('ida@example.com', { viewport: SCREENS.phone })
  const focused = () => page.evaluate(() => document.activeElement?.id)
  const profile = page.locator('#account_profile')
  await profile.getByLabel('First name').fill('Ida')
  await page.getByRole('link', { name: 'Email', exact: true }).click()
  await page.waitForURL('**#account_email')
  expect(await profile.getByLabel('First name').inputValue()).toBe('Ida')

  const email = page.locator('#account_email')
  await email.getByLabel('New email').fill('ida@example.com')
  await email.getByRole('button', { name: 'Change my email' }).click()
  await email.getByText("That's already your email.").waitFor()
  await expect.poll(focused).toBe('account_new_email')
  await email.getByLabel('New email').pressSequentially('x')
  await email.getByText("That's already your email.").waitFor({ state: 'detached' })

  await page.locator('#account_preferences').getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(focused).toBe('account_preferences_title')
  await page.getByRole('link', { name: 'Your orders' }).click()
  await page.waitForURL('**/account/orders')
  await page.goBack()
  await profile.waitFor()
  await controllersConnected(page)
  expect(await focused()).not.toBe('account_preferences_title')
  expect(complaints).toEqual([])
  await close()
})

test('SET-1 SEC-1 sessions are listed, and can be signed out from elsewhere at once', async () => {
  const laptop = await newcomer('fern@example.com')
  const phone = await visit({ viewport: SCREENS.phone })
  await signInByCall(phone.page, 'fern@example.com')

  const places = laptop.page.locator('#account_sessions .place-line')
  await expect.poll(() => places.count()).toBe(1)
  await laptop.page.reload()
  await expect.poll(() => places.count()).toBe(2)
  await laptop.expectAllWell('two places')
  await laptop.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await laptop.page.getByText('One other device is signed out.').waitFor()
  await expect.poll(() => places.count()).toBe(1)
  await openAndWait(phone.page, '/account')
  expect(new URL(phone.page.url()).pathname).toBe('/signin')
  expect(laptop.complaints).toEqual([])
  await phone.close()
  await laptop.close()
})

test('SET-3 SET-1 a shopper downloads their data and deletes their account for good', async () => {
  const { page, complaints, expectAllWell, close } = await newcomer('hana@example.com')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('personal-data.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    account: { email: 'hana@example.com' },
  })
  const data = page.locator('#account_data')
  await data.getByText('Delete my account', { exact: true }).click()
  await expectAllWell('about to go')
  await data.getByLabel('Yes, delete my account').check()
  await data.getByRole('button', { name: 'Delete my account permanently' }).click()
  await page.getByText('Your account has been deleted.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await mailTo(page, 'hana@example.com', /has been deleted/)
  await openAndWait(page, '/account')
  expect(new URL(page.url()).pathname).toBe('/signin')
  expect(complaints).toEqual([])
  await close()
})

test("SET-2 SET-3 an email's link changes preferences, signed out and with scripts off; anyone can request their data", async () => {
  const joan = await newcomer('joan@example.com')
  const welcome = await mailTo(joan.page, 'joan@example.com', /Welcome/)
  await joan.close()

  const plain = await visit({ javaScriptEnabled: false, viewport: SCREENS.phone })
  await plain.page.goto(linkIn(welcome, '/email-preferences/'))
  await plain.page.getByLabel('Offers and seasons').uncheck()
  await plain.page.getByRole('button', { name: 'Save' }).click()
  await plain.page.getByText('Your preferences are saved.').waitFor()
  expect(await plain.page.getByLabel('Offers and seasons').isChecked()).toBe(false)
  expect(await plain.page.getByLabel('Farms you follow').isChecked()).toBe(true)
  expect(plain.complaints).toEqual([])
  await plain.close()

  const { page, expectAllWell, close } = await visit()
  await page.goto(linkIn(welcome, '/email-preferences/'))
  await expectAllWell('what to send')
  await page.getByRole('button', { name: 'Unsubscribe from all' }).click()
  await page.getByText('Your preferences are saved.').waitFor()
  expect(await page.getByLabel('Never').isChecked()).toBe(true)

  await page.goto('/privacy/personal-data-request')
  await expectAllWell('asking for data')
  await page.getByLabel('Email').fill('joan@example.com')
  await page.getByLabel('Full name').fill('Joan Iverson')
  await page.getByLabel('State you live in').selectOption('CA')
  await page.getByRole('button', { name: 'Send my request' }).click()
  await page.getByText('We sent an email to that address.').waitFor()
  const mail = await mailTo(page, 'joan@example.com', /confirm your Droveway data request/)
  await page.goto(linkIn(mail, '/privacy/personal-data/'))
  await expectAllWell('confirming it')
  await page.getByRole('button', { name: 'Yes, create my file' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the file' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('joan@example.com')
  await expectAllWell('the file is here')
  await close()
})
