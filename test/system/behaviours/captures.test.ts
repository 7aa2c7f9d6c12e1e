import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../support/open-shop.ts'
import { openStill } from '../../support/page-clock.ts'
import { type Server, scene } from '../../support/processes.ts'
import { behavioursCame, come } from '../../support/visit.ts'
import { SCREENS, type Visitor } from '../../support/visitor.ts'

const { visit } = openShop('captures')

const modal = (page: Page) => page.getByRole('dialog')
const asksPlace = (page: Page) => page.getByRole('dialog', { name: 'Where should we deliver?' })
const asksEmail = (page: Page) => page.getByRole('dialog', { name: 'Want to hear from us?' })

describe('BEH-25 email capture', () => {
  const EXAMPLE = '/behaviours/email-capture'
  const SECONDS = 10

  /** How often the modal was sent for. While time stands still Turbo does not draw it. */
  function asked(page: Page): () => number {
    let count = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/modals/capture_email')) count += 1
    })
    return () => count
  }

  /** Lets so much time go by that it asks, and then the time run on. */
  async function beAsked(page: Page, seconds = SECONDS) {
    await page.clock.runFor(seconds * 1_000)
    await page.clock.resume()
    await asksEmail(page).waitFor()
    await behavioursCame(page) // those of what it asks with
  }

  async function leaveByTheTop(page: Page) {
    await page.mouse.move(300, 300)
    await page.mouse.move(300, -50)
  }

  const cookieOf = async ({ page }: Visitor) =>
    (await page.context().cookies()).find(({ name }) => name === 'email_captured')

  /** Somebody on a page on which no time has gone by yet. */
  async function atStill(path = EXAMPLE, options?: Parameters<typeof visit>[0], at?: Server) {
    const visitor = await visit(options, at)
    await openStill(visitor.page, path)
    return visitor
  }

  test('BEH-25 CAP-4 it asks when so many seconds have gone by, and not before', async () => {
    const { page, expectAllWell, close } = await visit()
    const count = asked(page)
    await openStill(page, EXAMPLE)
    await page.clock.runFor(SECONDS * 1_000 - 1)
    expect(count()).toBe(0)
    await page.clock.runFor(1)
    await expect.poll(count).toBe(1)
    await page.clock.resume()
    await asksEmail(page).waitFor()
    await expectAllWell('asked')
    await close()
  })

  test('BEH-25 CAP-4 it asks when the pointer leaves by the top, and by no other side', async () => {
    const { page, close } = await atStill()
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
    await close()
  })

  test('BEH-25 CAP-4 once: not after it was closed, on no page, not by the pointer either', async () => {
    const { page, close } = await atStill()
    const count = asked(page)
    await beAsked(page)
    await page.keyboard.press('Escape')
    for (const again of [
      () => null,
      () => page.reload(),
      () => page.goto('/shop'),
      () => page.goto(EXAMPLE),
    ]) {
      await again()
      await behavioursCame(page)
      await leaveByTheTop(page)
      await page.clock.runFor(3 * SECONDS * 1_000)
    }
    expect([count(), await modal(page).count()]).toEqual([1, 0])
    await close()
  })

  test('BEH-25 CAP-4 never with the cookie, which comes with an address and not without', async () => {
    const visitor = await atStill()
    const { page, expectAllWell, close } = visitor
    await beAsked(page)
    const email = asksEmail(page).getByLabel('Email')
    await email.fill('ana')
    await page.keyboard.press('Enter')
    expect(await email.evaluate((field: HTMLInputElement) => field.matches(':user-invalid'))).toBe(true)
    await email.fill('ana@example')
    await page.keyboard.press('Enter')
    await modal(page).getByText('Unable to register this email').waitFor()
    expect(await cookieOf(visitor)).toBeUndefined()
    await email.fill('ana@example.com')
    const [sent] = await Promise.all([
      page.waitForRequest('**/v1/capture_to_wait_list/'),
      page.keyboard.press('Enter'),
    ])
    expect(sent.postData()).toMatch(/name="campaign_type"\s+email_capture\b/)
    await modal(page).getByText("Thanks for signing up! You'll hear from us soon.").waitFor()
    expect(await cookieOf(visitor)).toMatchObject({ value: '1', path: '/', sameSite: 'Lax' })
    await expectAllWell('thanked')
    await close()

    const other = await visit()
    const { hostname } = new URL(page.url())
    await other.page
      .context()
      .addCookies([{ name: 'email_captured', value: '1', domain: hostname, path: '/' }])
    const count = asked(other.page)
    await openStill(other.page, EXAMPLE)
    await leaveByTheTop(other.page)
    await other.page.clock.runFor(3 * SECONDS * 1_000)
    expect(count()).toBe(0)
    await other.close()
  })

  test.each(['no answer', 'no answer of ours'])(
    'BEH-25 a failure is told in the shop’s words: %s',
    async (kind) => {
      const visitor = await atStill()
      const { page, close } = visitor
      await page.route('**/v1/capture_to_wait_list/', (route) =>
        kind === 'no answer' ? route.abort() : route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
      )
      await beAsked(page)
      await asksEmail(page).getByLabel('Email').fill('ana@example.com')
      await page.keyboard.press('Enter')
      await modal(page).getByText('Unable to register this email').waitFor()
      expect(await cookieOf(visitor)).toBeUndefined()
      await close()
    },
  )

  test('BEH-25 never over another modal nor while somebody types, but once that is over', async () => {
    const { page, close } = await atStill()
    const count = asked(page)
    const field = page.getByLabel("It doesn't ask while you type")
    await field.focus()
    await page.clock.runFor(SECONDS * 1_000)
    await leaveByTheTop(page)
    await field.blur()
    await page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', 'Another')
      document.body.append(dialog)
      dialog.showModal()
    })
    await page.clock.runFor(2 * SECONDS * 1_000)
    expect(count()).toBe(0)
    await page.evaluate(() => document.querySelector('dialog[aria-label=Another]')?.remove())
    await beAsked(page)
    await close()
  })

  test('BEH-25 SHL-3 the time of a page that was left does not run on, and back again it begins anew', async () => {
    const { page, close } = await visit()
    const count = asked(page)
    await page.clock.install()
    await page.goto('/behaviours')
    await page.getByRole('link', { name: 'Email capture' }).click()
    await page.waitForURL(`**${EXAMPLE}`)
    await behavioursCame(page)
    await page.getByRole('link', { name: 'All behaviors' }).click()
    await page.waitForURL('**/behaviours')
    await page.clock.fastForward(3 * SECONDS * 1_000)
    expect(count()).toBe(0)
    await page.goBack()
    await page.waitForURL(`**${EXAMPLE}`)
    await page.getByLabel("It doesn't ask while you type").waitFor()
    await behavioursCame(page)
    await page.clock.fastForward(SECONDS * 1_000)
    await asksEmail(page).waitFor()
    expect(count()).toBe(1)
    await close()
  })

  test('BEH-25 CAP-4 a shop that is set to asks on its shelves, and not on the way to pay', async () => {
    await scene(async (stage) => {
      const databasePath = await stage.database('asking')
      const server = await stage.server({ databasePath, env: { EMAIL_CAPTURE_SECONDS: '7' } })
      const { page, close } = await atStill('/cart', {}, server)
      const count = asked(page)
      await leaveByTheTop(page)
      await page.clock.runFor(60_000)
      expect(count()).toBe(0)
      await come(page, '/shop')
      await page.clock.runFor(6_999)
      expect(count()).toBe(0)
      await beAsked(page, 0.001)
      await close()
    })
  })
})

describe('BEH-26 postal-code capture', () => {
  const EXAMPLE = '/behaviours/postal-code-capture'
  const send = (page: Page) => page.getByRole('button', { name: 'Send it' })
  const wasSent = (page: Page) => new URL(page.url()).searchParams.get('sent') === 'yes'

  async function tell(page: Page, zip: string) {
    await asksPlace(page).getByLabel('ZIP code').first().fill(zip)
    await page.keyboard.press('Enter')
  }

  test('BEH-26 CAP-1 what is sent first is held, and goes on once the place is one we deliver to', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLE)
    await send(page).focus()
    await page.keyboard.press('Enter')
    await asksPlace(page).waitFor()
    await expectAllWell('asked')
    await tell(page, '99501')
    await modal(page).getByText("Sorry, we don't deliver to that postal code.").waitFor()
    expect(wasSent(page)).toBe(false)
    await expectAllWell('not served')
    await tell(page, '98101')
    await page.waitForURL(/sent=yes/)
    expect(await modal(page).count()).toBe(0)
    expect(await page.locator('.place').innerText()).toContain('98101')
    await expectAllWell('sent')
    await close()
  })

  test('BEH-26 CAP-1 once in a browser: closed, it was not sent, and the next time nothing is asked', async () => {
    const { page, close } = await visit()
    await come(page, EXAMPLE)
    await send(page).click()
    await asksPlace(page).waitFor()
    await page.keyboard.press('Escape')
    expect([wasSent(page), await page.evaluate(() => document.activeElement?.textContent)]).toEqual([
      false,
      'Send it',
    ])
    const tab = await page.context().newPage()
    for (const one of [page, tab]) {
      await come(one, EXAMPLE)
      await send(one).click()
      await one.waitForURL(/sent=yes/)
      expect(await modal(one).count()).toBe(0)
    }
    await close()
  })

  test('BEH-26 where the browser keeps nothing it asks once as long as the page lives', async () => {
    const { page, close } = await visit()
    await page.addInitScript(() => {
      const refused = {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }
      Object.defineProperty(window, 'localStorage', refused)
    })
    await come(page, EXAMPLE)
    await send(page).click()
    await asksPlace(page).waitFor()
    await page.keyboard.press('Escape')
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    await close()
  })

  test('BEH-26 what cannot be asked holds nobody up', async () => {
    const { page, close } = await visit()
    await come(page, EXAMPLE)
    await page.route('**/modals/*', (route) => route.abort())
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    await close()
  })

  test('BEH-26 SHL-3 a page that is left while it asks holds nothing when it comes back', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, '/behaviours')
    await page.getByRole('link', { name: 'Postal-code capture' }).click()
    await page.waitForURL(`**${EXAMPLE}`)
    await behavioursCame(page) // until then the form would just be sent
    await send(page).click()
    await asksPlace(page).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Postal-code capture' }).waitFor()
    expect(await modal(page).count()).toBe(0)
    await page.goForward()
    await send(page).waitFor()
    expect(await modal(page).count()).toBe(0)
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    await expectAllWell('sent after coming back')
    await close()
  })

  test('BEH-26 whom we do not reach may leave an address for the day we do', async () => {
    const { page, expectAllWell, close } = await visit()
    await come(page, EXAMPLE)
    await send(page).click()
    await tell(page, '99501')
    await modal(page).getByText('Not in our delivery area yet?').click()
    const asked = modal(page).locator('details')
    await asked.getByLabel('ZIP code').fill('99501')
    await asked.getByLabel('Email').fill('ana@example.com')
    await expectAllWell('both questions')
    await page.keyboard.press('Enter')
    await modal(page).getByText("We'll email you when we deliver to your area.").waitFor()
    expect([await modal(page).isVisible(), wasSent(page)]).toEqual([true, false]) // that is no served code
    await close()
  })

  test('BEH-26 GND-5 with scripts off nothing is held', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false })
    await page.goto(EXAMPLE)
    await send(page).click()
    await page.waitForURL(/sent=yes/)
    await close()
  })

  describe('CAP-1 in a shop that is set to ask', () => {
    const shop = openShop('asking for places', { POSTAL_CODE_CAPTURE: 'on' })
    const add = (page: Page) => page.getByRole('button', { name: /add to box/i }).first()
    const inBox = (page: Page) => page.locator('#cart_count').innerText()

    test.each([
      ...Object.entries(SCREENS).map(([screen, viewport]) => ({ path: '/shop/beef', screen, viewport })),
      { path: '/products/grass-fed-ribeye', screen: 'laptop', viewport: SCREENS.laptop },
    ])(
      'CAP-1 BEH-26 the first add from $path on a $screen waits for the place, and is then in the box once',
      async ({ path, viewport }) => {
        const { page, expectAllWell, close } = await shop.visit({ viewport })
        await come(page, path)
        await add(page).dblclick()
        await asksPlace(page).waitFor()
        expect(await inBox(page)).toBe('0')
        await tell(page, '98101')
        await page.locator('#cart_count', { hasText: '1' }).waitFor()
        await page.getByText('to your box.').waitFor()
        expect(await page.locator('.place').innerText()).toContain('98101')
        expect(new URL(page.url()).pathname).toBe(path)
        await expectAllWell('in the box')
        await come(page, '/products/wagyu-ribeye')
        await add(page).click()
        await page.locator('#cart_count', { hasText: '2' }).waitFor()
        expect(await asksPlace(page).count()).toBe(0)
        await close()
      },
    )

    test('CAP-1 who has told the place is never asked, and a plain page adds at once', async () => {
      const { page, close } = await shop.visit()
      await come(page, '/shop/beef')
      await page.locator('.place summary').click()
      await page.locator('#header_postal_code').fill('98101')
      await page.keyboard.press('Enter')
      await page.locator('.place', { hasText: '98101' }).waitFor()
      await add(page).click()
      await page.locator('#cart_count', { hasText: '1' }).waitFor()
      expect(await asksPlace(page).count()).toBe(0)
      await close()

      const plain = await shop.visit({ javaScriptEnabled: false })
      await plain.page.goto('/shop/beef')
      await add(plain.page).click()
      await plain.page.locator('#cart_count', { hasText: '1' }).waitFor()
      await plain.close()
    })
  })
})
