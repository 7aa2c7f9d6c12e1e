import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { openWithClockStopped } from '../../support/page-clock.ts'
import { controllersConnected, openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('captures', { POSTAL_CODE_CAPTURE: 'on' })

const modal = (page: Page) => page.getByRole('dialog')
const asksPlace = (page: Page) => page.getByRole('dialog', { name: 'Where should we deliver?' })
const asksEmail = (page: Page) => page.getByRole('dialog', { name: 'Want to hear from us?' })

describe('BEH-25 email capture', () => {
  const EXAMPLE = '/behaviours/email-capture'
  const SECONDS = 10

  /** How often the modal was requested. While the clock is stopped, Turbo doesn't render it. */
  function asked(page: Page): () => number {
    let count = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/modals/capture_email')) count += 1
    })
    return () => count
  }

  async function leaveByTheTop(page: Page) {
    await page.mouse.move(300, 300)
    await page.mouse.move(300, -50)
  }

  test('BEH-25 CAP-4 It asks when the pointer leaves through the top and no other side, and thanks for a valid address', async () => {
    const { page, expectAllWell, close } = await visit()
    await openWithClockStopped(page, EXAMPLE)
    const count = asked(page)
    const { width, height } = page.viewportSize()!
    for (const [x, y] of [
      [width + 50, 300],
      [-50, 300],
      [300, height + 50],
    ] as const) {
      await page.mouse.move(300, 300)
      await page.mouse.move(x, y)
    }
    expect(count()).toBe(0)
    await leaveByTheTop(page)
    await expect.poll(count).toBe(1)
    await page.clock.resume()
    await asksEmail(page).waitFor()
    await expectAllWell('asked')

    const email = asksEmail(page).getByLabel('Email')
    await email.fill('ana')
    await page.keyboard.press('Enter')
    expect(await email.evaluate((field: HTMLInputElement) => field.matches(':user-invalid'))).toBe(true)
    await email.fill('ana@example.com')
    const [sent] = await Promise.all([
      page.waitForRequest('**/v1/capture_to_wait_list/'),
      page.keyboard.press('Enter'),
    ])
    expect(sent.postData()).toMatch(/name="campaign_type"\s+email_capture\b/)
    await modal(page).getByText("Thanks for signing up! You'll hear from us soon.").waitFor()
    await expect
      .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'email_captured'))
      .toMatchObject({ value: '1', path: '/', sameSite: 'Lax' })
    await expectAllWell('thanked')
    await close()
  })

  test('BEH-25 SHL-3 Leaving the page stops the timer, going back restarts it, and Escape ends it for good', async () => {
    const { page, close } = await visit()
    const count = asked(page)
    await page.clock.install()
    await page.goto('/behaviours')
    await page.getByRole('link', { name: 'Email capture' }).click()
    await page.waitForURL(`**${EXAMPLE}`)
    await controllersConnected(page)
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.clock.fastForward(3 * SECONDS * 1_000)
    expect(count()).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${EXAMPLE}`)
    await page.getByLabel("It doesn't ask while you type").waitFor()
    await controllersConnected(page)
    await page.clock.fastForward(SECONDS * 1_000)
    await asksEmail(page).waitFor()
    expect(count()).toBe(1)
    await page.keyboard.press('Escape')
    await openAndWait(page, EXAMPLE)
    await leaveByTheTop(page)
    await page.clock.fastForward(3 * SECONDS * 1_000)
    expect([count(), await modal(page).count()]).toEqual([1, 0])
    await close()
  })
})

describe('BEH-26 postal-code capture', () => {
  const EXAMPLE = '/behaviours/postal-code-capture'
  const send = (page: Page) => page.getByRole('button', { name: 'Send it' })
  const add = (page: Page) => page.getByRole('button', { name: /add to box/i }).first()
  const wasSent = (page: Page) => new URL(page.url()).searchParams.get('sent') === 'yes'

  async function answer(page: Page, zip: string) {
    await asksPlace(page).getByLabel('ZIP code').first().fill(zip)
    await page.keyboard.press('Enter')
  }

  test('BEH-26 CAP-1 By keyboard: the form waits for a ZIP we deliver to; for others, the shopper can leave an email', async () => {
    const { page, expectAllWell, close } = await visit()
    await openAndWait(page, EXAMPLE)
    await send(page).focus()
    await page.keyboard.press('Enter')
    await asksPlace(page).waitFor()
    await expectAllWell('asked')
    await answer(page, '99501')
    await modal(page).getByText("Sorry, we don't deliver to that postal code.").waitFor()
    expect(wasSent(page)).toBe(false)
    await expectAllWell('not served')
    await modal(page).getByText('Not in our delivery area yet?').click()
    const details = modal(page).locator('details')
    await details.getByLabel('ZIP code').fill('99501')
    await details.getByLabel('Email').fill('ana@example.com')
    await expectAllWell('both questions')
    await page.keyboard.press('Enter')
    await modal(page).getByText("We'll email you when we deliver to your area.").waitFor()
    expect([await modal(page).isVisible(), wasSent(page)]).toEqual([true, false]) // that ZIP isn't one we deliver to
    await answer(page, '98101')
    await page.waitForURL(/sent=yes/)
    expect(await modal(page).count()).toBe(0)
    expect(await page.locator('.place').innerText()).toContain('98101')
    await expectAllWell('sent')
    await close()
  })

  test("BEH-26 SHL-3 After back and forward, or Escape, the question blocks nothing; if it can't load, the form is sent", async () => {
    const { page, complaints, close } = await visit()
    await openAndWait(page, '/behaviours')
    await page.getByRole('link', { name: 'Postal-code capture' }).click()
    await page.waitForURL(`**${EXAMPLE}`)
    await controllersConnected(page) // until then the form would simply be sent
    await send(page).click()
    await asksPlace(page).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Postal-code capture' }).waitFor()
    expect(await modal(page).count()).toBe(0)
    await page.goForward()
    await send(page).waitFor()
    await controllersConnected(page)
    expect(await modal(page).count()).toBe(0)
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    expect(complaints).toEqual([])

    const again = async () => {
      await page.evaluate(() => localStorage.clear())
      await openAndWait(page, EXAMPLE)
      await send(page).click()
    }
    await again()
    await asksPlace(page).waitFor()
    await page.keyboard.press('Escape')
    expect([wasSent(page), await page.evaluate(() => document.activeElement?.textContent)]).toEqual([
      false,
      'Send it',
    ])
    await page.route('**/modals/*', (route) => route.abort())
    await again()
    await page.waitForURL(/sent=yes/)
    await close()
  })

  test.each([
    { path: '/shop/beef', screen: 'phone', next: '/products/wagyu-ribeye' },
    { path: '/products/grass-fed-ribeye', screen: 'laptop', next: '/shop/beef' },
  ] as const)(
    'CAP-1 BEH-26 The first add from $path on a $screen waits for the ZIP and then puts one item in the cart',
    async ({ path, screen, next }) => {
      const { page, expectAllWell, close } = await visit({ viewport: SCREENS[screen] })
      await openAndWait(page, path)
      await add(page).dblclick()
      await asksPlace(page).waitFor()
      expect(await page.locator('#cart_count').innerText()).toBe('0')
      await answer(page, '98101')
      await page.locator('#cart_count', { hasText: '1' }).waitFor()
      await page.getByText('to your box.').waitFor()
      expect(await page.locator('.place').innerText()).toContain('98101')
      expect(new URL(page.url()).pathname).toBe(path)
      await expectAllWell('in the box')
      await openAndWait(page, next)
      await add(page).click()
      await page.locator('#cart_count', { hasText: '2' }).waitFor()
      expect(await asksPlace(page).count()).toBe(0)
      await expectAllWell('one more in the box')
      await close()
    },
  )

  test('BEH-26 CAP-1 An answer that is quicker than any further script still puts the item in the cart', async () => {
    const { page, close } = await visit()
    await openAndWait(page, '/shop/beef')
    await page.waitForLoadState('networkidle')
    await page.route('**/build/*.js', (route) => route.abort())
    await add(page).click()
    await asksPlace(page).waitFor()
    await answer(page, '98101')
    await page.locator('#cart_count', { hasText: '1' }).waitFor()
    await close()
  })

  test('BEH-26 CAP-1 GND-5 With scripts off nothing waits, and adding works right away', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(EXAMPLE)
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    await page.goto('/shop/beef')
    await add(page).click()
    await page.locator('#cart_count', { hasText: '1' }).waitFor()
    await close()
  })
})
