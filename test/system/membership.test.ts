import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { bank, pay } from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate, signUpByCall } from '../support/page-calls.ts'
import { signInPage } from '../support/signed-in-page.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit, databasePath } = openShop('membership')

const dollarsOf = (words: string) => Number(/\$(\d+\.\d\d)/.exec(words)?.[1])

/** The next box's total, as its page shows it. */
const total = async (page: Page) => dollarsOf(await page.locator('.next-box__facts').innerText())

test('BEH-14 BEH-15 on a phone an offer is added with one tap, and a new frequency asks about the next box', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  await page.goto('/')
  await signInPage(page, databasePath(), 'member@example.com')
  await openAndWait(page, '/account/subscriptions')
  const before = await total(page)
  const offers = page.locator('.box-offers')
  const first = offers.locator('.box-offers__one').first()
  const name = await first.locator('b').innerText()
  const price = dollarsOf(await first.innerText())
  await first.getByRole('button').tap()
  await page.locator('.membership__told', { hasText: /\w/ }).waitFor()
  expect(await total(page)).toBeGreaterThanOrEqual(before + price - 0.01)
  expect(await page.locator('.next-box').innerText()).toContain(name)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe('Add to your next box')
  await expectAllWell('an offer in the next box')

  const form = page.locator('[data-controller=subscription-renewal-frequency]')
  const question = form.getByText('And your next box?')
  expect(await question.isVisible()).toBe(false)
  await form.getByRole('radio', { name: /^Every 6 weeks/ }).check()
  await question.waitFor()
  const moves = form.getByRole('radio', { name: /^Move it to \w+, \w+ \d+/ })
  const day = /Move it to (.+)$/.exec(
    (await form.locator('label', { hasText: 'Move it to' }).innerText()).trim(),
  )?.[1]
  await moves.check()
  await form.getByRole('button', { name: 'Save how often' }).tap()
  await page.getByRole('heading', { name: `Comes ${day}` }).waitFor()
  await expectAllWell('another rhythm')
  await page.reload()
  expect(await form.getByRole('radio', { name: /^Every 6 weeks/ }).isChecked()).toBe(true)
  await close()
})

test('MEM-2 GND-5 two taps skip or move a box, one cancels a membership, and each can be undone, with and without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const seen = await visit({ viewport: SCREENS.phone, hasTouch: true, javaScriptEnabled })
    const { page, close } = seen
    const expectWell = async (state: string) =>
      javaScriptEnabled ? seen.expectAllWell(state) : expect(seen.complaints).toEqual([])
    await page.goto('/')
    await signInPage(page, databasePath(), 'member@example.com')
    await page.goto('/account/subscriptions')
    const day = page.locator('.next-box').getByRole('heading', { level: 2 })
    const planned = await day.innerText()
    const tap = (name: string) => page.locator('.next-box').getByRole('button', { name, exact: true }).tap()
    const opened = (name: string) => page.locator('.next-box summary').getByText(name, { exact: true }).tap()
    const isBack = () => expect.poll(() => day.innerText()).toBe(planned)

    await opened('Skip')
    await tap('Skip it')
    await page.getByText(/^Skipped. Your next box comes /).waitFor()
    expect(await day.innerText()).not.toBe(planned)
    await expectWell('a skipped box')
    await tap('Bring it back')
    await isBack()

    await opened('Move')
    await page.getByLabel('Bring it on').selectOption({ index: 3 })
    await tap('Move it')
    await page.getByText(/^Your next box now comes /).waitFor()
    expect(await day.innerText()).not.toBe(planned)
    await expectWell('a moved box')
    await tap('Move it back')
    await isBack()

    await page.getByRole('button', { name: 'Cancel membership' }).tap()
    await page.getByText('Your membership is canceled.').waitFor()
    await expectWell('a canceled membership')
    await page.getByRole('button', { name: 'Keep my membership' }).tap()
    await isBack()
    await close()
  }
})

test('MEM-3 CHK-10 an order becomes a membership after adding a card with a bank challenge', async () => {
  const { page, expectAllWell, close } = await visit()
  await signUpByCall(page, 'joiner@example.com')
  await openAndWait(page, `/checkout/${await checkoutAtDate(page, databasePath())}`)
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await pay(page, '4242424242424242')
  await page.waitForURL(/\/order\/\w{22}/)
  const token = /order\/(\w{22})/.exec(page.url())?.[1]
  const upgrade = `/account/orders/${token}/membership`
  await openAndWait(page, upgrade)
  await page.getByText("We didn't keep the card you paid with").waitFor()
  await expectAllWell('no card to charge')

  await page.getByRole('link', { name: 'Add a card' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).pressSequentially('4000002500003155')
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1234')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
  await bank(page).asks()
  await bank(page).agree()
  await page.waitForURL(`**${upgrade}`)
  await page.getByText('Visa ending in 3155').waitFor()
  await page.getByRole('radio', { name: /^Every 6 weeks/ }).check()
  await page.getByRole('checkbox', { name: 'Make it a recurring box' }).check()
  await expectAllWell('all terms, and a box to check')
  await page.getByRole('button', { name: 'Start my membership' }).click()
  await page.waitForURL(/\/steakholder$/)
  await page.getByText("You'll get a box every 6 weeks. Nothing was charged today.").waitFor()
  await expectAllWell('a membership from an order')
  await close()
})
