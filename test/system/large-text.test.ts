import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { enterAddress, enterEmail, fillBox } from '../support/checkout-page.ts'
import { readEveryPage, textAndOverflow } from '../support/large-text.ts'
import { openShop } from '../support/open-shop.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { setTextSize } from '../support/text-size.ts'
import { openAndWait } from '../support/visit.ts'

const { visit } = openShop('large-text')

const SHOPPERS =
  /^\/(account|modals|order|passport|rewards|refer|gift|shop-farms|farms|first-box|videos)|\/(delivery|tracking-info)/

const READERS = [
  { email: 'fulfillment@example.com', from: '/fulfillment', within: /^\/fulfillment/, atLeast: 15 },
  { email: 'vendor@example.com', from: '/vendor', within: /^\/vendor/, atLeast: 9 },
  {
    email: 'member@example.com',
    from: '/account/subscriptions',
    within: /^\/account|\/delivery\?/,
    atLeast: 8,
  },
  { email: 'shopper@example.com', from: '/account', within: SHOPPERS, atLeast: 20 },
]

test.for(READERS)(
  'at twice the text size every page of $email fits a phone, and axe finds nothing',
  (reader) => readEveryPage(visit, reader),
)

const NARROW = [360, 320]

const NARROW_PAGES = [
  { email: 'member@example.com', paths: ['/account', '/account/subscriptions', '/rewards'] },
  {
    email: 'shopper@example.com',
    paths: [
      ...['/passport', '/shipping', '/farms/three-larks-ranch'],
      ...['/account/orders/:order', '/account/orders/:order/edit', '/:order/delivery?change=true'],
    ],
  },
  { email: 'vendor@example.com', paths: ['/vendor/three-larks-ranch/demand'] },
  { email: 'fulfillment@example.com', paths: ['/fulfillment/truckee-meadows/recalls'] },
  { email: 'staff@example.com', paths: ['/staff/orders', '/staff/reports', '/staff/statements'] },
]

/** The shopper's newest order, which can still be changed. */
async function newestOrder(page: Page) {
  await openAndWait(page, '/account/orders')
  const link = await page.locator('main a[href^="/account/orders/"]').first().getAttribute('href')
  return link?.split('/')[3] ?? ''
}

test.for(NARROW_PAGES)(
  'SHL-1 at twice the text size the pages of $email fit even narrow phones, with every fold open',
  async ({ email, paths }) => {
    const { page, close } = await visit()
    await signInOnPage(page, email)
    await setTextSize(page, 32)
    const order = paths.some((path) => path.includes(':order')) ? await newestOrder(page) : ''
    for (const path of paths)
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 900 })
        await openAndWait(page, path.replace(':order', order))
        await page.$$eval('main details', (folds) => {
          for (const fold of folds) fold.setAttribute('open', '')
        })
        expect([path, width, ...(await textAndOverflow(page))]).toEqual([path, width, '32px', 0])
      }
    await close()
  },
)

test('SHL-1 ORD-5 at twice the text size the question about another day fits a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await signInOnPage(page, 'shopper@example.com')
  await setTextSize(page, 32)
  const picker = `/modals/reschedule?order_token=${await newestOrder(page)}`
  await openAndWait(page, picker)
  const choices = page.locator('.calendar__choice')
  const dayOf = (choice: Locator) => choice.first().getByRole('radio').getAttribute('value')
  const days = [
    await dayOf(choices.filter({ hasNotText: '+$' })),
    await dayOf(choices.filter({ hasText: '+$' })),
  ]
  for (const [at, day] of days.entries()) {
    await openAndWait(page, `${picker}&arrival_date=${day}`)
    await page.getByRole('button', { name: ['Move it', /^Pay \$/][at] }).waitFor()
    expect([day, ...(await textAndOverflow(page))]).toEqual([day, '32px', 0])
  }
  await close()
})

test('SHL-1 at twice the text size State and Zip Code have room for what they say on a phone', async () => {
  const { page, close } = await visit()
  await signInOnPage(page, 'shopper@example.com')
  await setTextSize(page, 32)
  const order = await newestOrder(page)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await openAndWait(page, `/${order}/delivery?change=true`)
    const zip = page.getByLabel('Zip Code').first()
    const hidden = await zip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    const state = await page.getByLabel('State', { exact: true }).first().boundingBox()
    const city = await page.getByLabel('City').first().boundingBox()
    expect([width, hidden, state?.width]).toEqual([width, 0, city?.width])
  }
  await close()
})

test('SHL-1 at twice the text size nothing of the next box is cut off on a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await signInOnPage(page, 'member@example.com')
  await setTextSize(page, 32)
  await openAndWait(page, '/account/subscriptions')
  const box = page.locator('.next-box')
  const hidden = () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await hidden()).toBe(0)
  const folds = box.locator('details')
  expect(await folds.count()).toBeGreaterThan(2)
  await folds.evaluateAll((all) => {
    for (const fold of all) fold.setAttribute('open', '')
  })
  expect(await hidden()).toBe(0)
  await close()
})

test('SHL-1 at twice the text size a whole ZIP code fits where the header asks for it', async () => {
  for (const width of [390, 320]) {
    const { page, close } = await visit({ viewport: { width, height: 900 } })
    await setTextSize(page, 32)
    await openAndWait(page, '/shop/beef')
    await page.locator('.site-header summary').click()
    const zip = page.locator('#header_postal_code')
    await zip.fill('98101')
    const hidden = await zip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect([width, hidden, ...(await textAndOverflow(page))]).toEqual([width, 0, '32px', 0])
    await close()
  }
})

test('SHL-1 at twice the text size a cart with rewards to use fits a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await signInOnPage(page, 'member@example.com')
  await openAndWait(page, '/shop/beef')
  await page.getByRole('button', { name: '+ Add to Box' }).first().click()
  await page.locator('main .quick-add').first().getByLabel('Quantity').first().waitFor()
  await setTextSize(page, 32)
  await openAndWait(page, '/cart')
  expect(await page.locator('.reward-card__picture').count()).toBeGreaterThan(0)
  expect(await textAndOverflow(page)).toEqual(['32px', 0])
  await close()
})

test('SHL-1 at twice the text size the opened summary of a checkout with a day fits a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await fillBox(page)
  await enterEmail(page)
  await enterAddress(page)
  await page.getByRole('radio', { checked: true }).waitFor()
  await page
    .getByRole('radio', { name: /Wednesday/, disabled: false })
    .first()
    .check({ force: true })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).waitFor()
  await setTextSize(page, 32)
  await page.locator('.checkout-summary').evaluate((fold) => fold.setAttribute('open', ''))
  expect(await page.locator('.checkout-summary__arrival').textContent()).toContain('Wednesday')
  expect(await textAndOverflow(page)).toEqual(['32px', 0])
  await close()
})

test('SHL-1 FRM-3 at twice the text size a farm reads whole sums in its statement on a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await signInOnPage(page, 'vendor@example.com')
  await setTextSize(page, 32)
  await openAndWait(page, '/vendor/three-larks-ranch/statements')
  await openAndWait(
    page,
    (await page.locator('main a[href*="/statements/"]').first().getAttribute('href')) ?? '',
  )
  const sums = page.locator('.statement-sums')
  expect(await sums.locator('dd').count()).toBeGreaterThan(2)
  expect(await sums.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await close()
})

test('SHL-1 FUL-2 at twice the text size the export dialog breaks no word of its title on a narrow phone', async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 900 } })
  await signInOnPage(page, 'fulfillment@example.com')
  await setTextSize(page, 32)
  await openAndWait(page, '/fulfillment/truckee-meadows/orders?state=ready')
  await page.locator('tbody input[type="checkbox"]').first().check({ force: true })
  await page.getByRole('button', { name: 'Export to a wave' }).click()
  const title = page.locator('.export-dialog__title')
  await title.waitFor()
  const lines = await title.evaluate((heading) => {
    const range = document.createRange()
    range.selectNodeContents(heading)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBeLessThanOrEqual(4)
  await close()
})

test('SHL-1 ACC-4 at twice the text size the page of an emailed sign-in link fits a phone', async () => {
  const { page, close } = await visit({ viewport: { width: 390, height: 844 } })
  await openAndWait(page, '/signin')
  await page.getByText('Sign in by email, without a password').click()
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Email me a link' }) })
  await form.getByLabel('Email').fill('fulfillment2@example.com')
  await form.getByRole('button').click()
  await page.getByText('a link is on its way').waitFor()
  const link = async () =>
    /\/magic-link\/[\w-]+/.exec(await (await page.request.get('/outbox.json')).text())?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  await setTextSize(page, 32)
  await openAndWait(page, await link())
  await page.getByText('as fulfillment2@example.com').waitFor()
  expect(await textAndOverflow(page)).toEqual(['32px', 0])
  await close()
})

test('SHL-1 WAV-1 at twice the text size each cell of a wave has a line of its own on a phone', async () => {
  const { page, close } = await visit({ viewport: { width: 390, height: 900 } })
  await signInOnPage(page, 'fulfillment@example.com')
  await setTextSize(page, 32)
  await openAndWait(page, '/fulfillment/truckee-meadows/packing_waves/1')
  const rows = page.locator('.sheet tbody tr')
  const narrowest = await rows.evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.children].filter((cell) => !cell.matches('.sheet__check, :empty'))
      return Math.min(...cells.map((cell) => cell.clientWidth)) / row.clientWidth
    }),
  )
  expect(narrowest.length).toBeGreaterThan(20)
  expect(Math.min(...narrowest)).toBeGreaterThan(0.4)
  await close()
})
