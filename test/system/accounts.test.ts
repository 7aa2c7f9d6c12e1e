import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { DurableTx } from '#db/client.ts'
import { passwordAttempts } from '#db/schema/index.ts'
import { shopClock } from '#src/clock.ts'
import { HOUR_MS } from '#src/day.ts'
import { delayRequest } from '../support/delay-request.ts'
import { openShop } from '../support/open-shop.ts'
import { fillBoxByCalls } from '../support/page-calls.ts'
import { eventually } from '../support/page-clock.ts'
import { changeShop } from '../support/shop-data.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('accounts')

const PASSWORD = 'brisket on sunday'
const DEMO_PASSWORD = 'demo-pasture-2026'

type Message = { to: string; subject: string; links: string[] }

/** The path of the newest emailed link that matches: what a person finds in their inbox. */
async function linkFor(page: Page, to: string, path: RegExp): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const { messages } = (await (await page.request.get('/outbox.json')).json()) as {
        messages: Message[]
      }
      link = messages
        .find((one) => one.to === to && one.links.some((each) => path.test(each)))
        ?.links.find((each) => path.test(each))
      return link
    })
    .toBeDefined()
  return new URL(link ?? '').pathname
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password').fill(password)
  await page.locator('.sign-in__form').first().getByRole('button', { name: 'Sign in' }).click()
}

test('ACC-1 ACC-2 GND-21 On a phone, a shopper with a full cart signs up, keeps the cart, signs out and signs in again', async () => {
  const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
  const box = `/checkout/${await fillBoxByCalls(page, databasePath())}`
  await openAndWait(page, '/signin?redirect_url=/cart')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/signup')
  await expectAllWell('a form for a new account')

  const email = 'nora@example.com'
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password').fill('password1')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByText('too common and easy to guess').waitFor()
  await expectAllWell('a refused password')
  await page.setViewportSize(SCREENS.laptop)
  await expectAllWell('a refused password on a laptop')
  await page.setViewportSize(SCREENS.phone)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL('**/cart')
  await page.locator('.cart-line').waitFor()
  await openAndWait(page, box)
  expect(new URL(page.url()).pathname).toBe(box)

  await openAndWait(page, '/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.locator('#cart_count').innerText()).toBe('0')
  await openAndWait(page, '/signin')
  await signIn(page, email, PASSWORD)
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.locator('#cart_count').innerText()).toBe('1')
  expect(complaints).toEqual([])
  await close()
})

describe('with limits', () => {
  const { visit, databasePath } = openShop('accounts-limits', { RATE_LIMITS: 'on' })

  /** As after many wrong passwords; after just a few, the wait would be shorter than a slow page load. */
  const makeWait = (tx: DurableTx) =>
    tx
      .update(passwordAttempts)
      .set({ nextAt: shopClock(tx).now() + HOUR_MS })
      .run()

  test('ACC-3 ACC-7 a wrong password shows an error at the form; too many reload the page, which keeps the email address', async () => {
    const { page, complaints, close } = await visit()
    await openAndWait(page, '/signin')
    await signIn(page, 'other@example.com', 'not the password')
    await page.getByText('Unable to sign in. Please try again.').waitFor()
    await changeShop(databasePath(), makeWait)
    const reloaded = page.waitForEvent('load')
    await signIn(page, 'other@example.com', 'not the password')
    await reloaded
    await page.getByText(/Too many tries\. Please wait/).waitFor()
    await expect.poll(() => page.getByLabel('Email').first().inputValue()).toBe('other@example.com')
    expect(complaints.filter((one) => !/status of (401|429)/.test(one))).toEqual([])
    await close()
  })
})

test('ACC-2 ACC-3 errors show at their field; a page made stale by signing in in another tab says so', async () => {
  const { page, complaints, close } = await visit()
  await openAndWait(page, '/signin')
  const focused = () => page.evaluate(() => [document.activeElement?.id, document.activeElement?.ariaInvalid])
  await signIn(page, 'a@b', PASSWORD)
  await page.locator('.field:has(#sign_in_email) + #sign_in_error', { hasText: 'valid email' }).waitFor()
  expect(await focused()).toEqual(['sign_in_email', 'true'])
  await signIn(page, 'vendor@example.com', 'not the password')
  await page.locator('.field:has(#sign_in_password) + #sign_in_error', { hasText: 'Unable' }).waitFor()
  expect(await focused()).toEqual(['sign_in_password', 'true'])
  await page.locator('#magic_link summary').click()
  await expect.poll(() => page.locator('#magic_link_email').inputValue()).toBe('vendor@example.com')

  const tab = await page.context().newPage()
  await openAndWait(tab, '/signin')
  await signIn(tab, 'shopper@example.com', 'demo-pasture-2026')
  await tab.waitForURL((url) => url.pathname === '/')
  await signIn(page, 'shopper@example.com', 'demo-pasture-2026')
  await page.getByText('This page is out of date. Please reload it').waitFor()
  expect(complaints.filter((one) => !/status of (401|403)/.test(one))).toEqual([])
  await close()
})

test('ACC-4 on a phone, the confirmation that a sign-in link was sent scrolls into view', async () => {
  const { page, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await openAndWait(page, '/signin')
  await page.getByText('Sign in by email, without a password').tap()
  await page.locator('#magic_link_email').fill('shopper@example.com')
  const button = page.getByRole('button', { name: 'Email me a link' })
  const { y, height } = (await button.boundingBox())!
  const screen = { width: SCREENS.phone.width, height: Math.ceil(y + height) } // the button is the last thing in view
  await page.setViewportSize(screen)
  await button.tap()
  const said = page.getByText('a link is on its way')
  await said.waitFor()
  const lowerEdge = () => said.evaluate((words) => words.getBoundingClientRect().bottom)
  await eventually(lowerEdge).toBeLessThan(screen.height + 1)
  await close()
})

test('ACC-4 an address corrected while a link request is pending can be submitted right away', async () => {
  const { page, complaints, close } = await visit()
  await openAndWait(page, '/signin')
  await page.getByText('Sign in by email, without a password').click()
  const letGo = await delayRequest(page, '**/v1/send_email_login_link**', 'answer')
  const ask = page.getByRole('button', { name: 'Email me a link' })
  await page.locator('#magic_link_email').fill('bn@exmaple.com')
  await ask.click()
  await page.locator('#magic_link_email').fill('vendor2@example.com')
  await ask.click()
  letGo()
  await page.getByText('a link is on its way').waitFor()
  await linkFor(page, 'vendor2@example.com', /\/magic-link\//)
  expect(complaints).toEqual([])
  await close()
})

test("ACC-4 a second click on the emailed link's button doesn't cancel what the first one did", async () => {
  const { page, complaints, close } = await visit()
  await openAndWait(page, '/signin')
  await page.getByText('Sign in by email, without a password').click()
  await page.locator('#magic_link_email').fill('othr@example.com')
  const ask = page.getByRole('button', { name: 'Email me a link' })
  await ask.click()
  await page.getByText('a link is on its way').waitFor()
  await page.locator('#magic_link_email').fill('other@example.com') // the correct address
  await ask.click()
  await page.getByText('a link is on its way').waitFor()

  await openAndWait(page, await linkFor(page, 'other@example.com', /\/magic-link\//))
  const line = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Sign me in' }).dblclick({ delay: 60 })
  await page.waitForURL((url) => url.pathname === '/')
  await openAndWait(page, '/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
  expect(complaints).toEqual([])
  await close()
})

test('ACC-4 an emailed link opened in another browser signs in there with its button, once', async () => {
  const { page: laptop, expectAllWell, close } = await visit()
  await openAndWait(laptop, '/signin?redirect_url=/account/orders')
  await laptop.getByText('Sign in by email, without a password').click()
  await laptop.locator('#magic_link_email').fill('shopper@example.com')
  await laptop.getByRole('button', { name: 'Email me a link' }).click()
  await laptop.getByText('a link is on its way').waitFor()
  expect(await laptop.getByRole('button', { name: 'Email me a link' }).isDisabled()).toBe(true)
  await expectAllWell('a link was sent')

  const link = await linkFor(laptop, 'shopper@example.com', /\/magic-link\//)
  const phone = await visit({ viewport: SCREENS.phone })
  await openAndWait(phone.page, link)
  await phone.page.getByText('shopper@example.com').waitFor()
  await phone.expectAllWell('a link that is good')
  await phone.page.getByRole('button', { name: 'Sign me in' }).click()
  await phone.page.waitForURL('**/account/orders')
  await phone.expectAllWell('signed in by a link')
  await phone.close()

  await openAndWait(laptop, '/account')
  expect(new URL(laptop.url()).pathname).toBe('/signin')
  const late = await laptop.goto(link)
  expect(late?.status()).toBe(410)
  await laptop.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await close()
})

test('ACC-5 the emailed link changes a forgotten password; once used, it says that it has expired', async () => {
  const { page, close, complaints } = await visit()
  await openAndWait(page, '/signin?c=reset')
  await page.locator('#reset_email').fill('member@example.com')
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await page.getByText('a link is on its way').waitFor()
  const link = await linkFor(page, 'member@example.com', /\/reset-password\//)
  await openAndWait(page, link)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change my password' }).click()
  await page.waitForURL('**/signin')
  await page.getByText('Your password has been changed').waitFor()
  await signIn(page, 'member@example.com', PASSWORD)
  await page.waitForURL((url) => url.pathname === '/')
  const used = await page.goto(link)
  expect(used?.status()).toBe(410)
  await page
    .getByText('Sorry, that password reset link has expired. Please try the reset link again.')
    .waitFor()
  expect(complaints.filter((one) => !/status of 410/.test(one))).toEqual([])
  await close()
})

/** How far a page sticks out, in px, with the widest order numbers there are. */
function standOutAtWidest(): number {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    text.nodeValue = (text.nodeValue ?? '').replace(/DW-\w{8}/g, 'DW-WWWWWWWW')
  }
  return document.documentElement.scrollWidth - window.innerWidth
}

test('ACC-3 ORD-2 GND-5 with scripts off on a narrow phone, a shopper signs in, sees their orders and signs out', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const standOut = () => page.evaluate(standOutAtWidest)
  await page.goto('/account/orders')
  expect(new URL(page.url()).pathname).toBe('/signin')
  await signIn(page, 'shopper@example.com', 'not the password')
  await page.getByText('Unable to sign in. Please try again.').waitFor()
  await signIn(page, 'shopper@example.com', DEMO_PASSWORD)
  await page.waitForURL('**/account/orders')
  expect(await standOut()).toBeLessThanOrEqual(0)
  await page
    .getByRole('link', { name: /^Order DW-/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Receipt' }).waitFor()
  expect(await standOut()).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  expect(await standOut()).toBeLessThanOrEqual(0)
  await page.goto('/account')
  expect(await standOut()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/account')
  expect(new URL(page.url()).pathname).toBe('/signin')
  await close()
})

test("GND-7 while a page has a current scale weight, all its scripts' requests to the shop carry it, and none to other origins", async () => {
  const { page, close } = await visit()
  await openAndWait(page, '/shop')
  const heard: (string | undefined)[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/asked'))
      heard.push(request.headers()['x-current-scale-weight'])
  })
  await page.route('**/asked*', (route) => route.fulfill({ status: 200, body: '' }))
  const ask = () => page.evaluate(() => fetch('/asked').then(() => undefined))
  await ask()
  await page.evaluate(() => document.body.setAttribute('data-current-scale-weight', '412'))
  await ask()
  await page.evaluate(() =>
    fetch('https://elsewhere.example/asked')
      .catch(() => undefined)
      .then(() => undefined),
  )
  const visited = page.waitForRequest((request) => new URL(request.url()).pathname === '/shop/beef')
  await page.getByRole('link', { name: 'Beef', exact: true }).first().click()
  expect((await visited).headers()['x-current-scale-weight']).toBe('412')
  expect(heard.slice(0, 2)).toEqual([undefined, '412'])
  expect(heard.slice(2).every((weight) => weight === undefined)).toBe(true)
  await close()
})
