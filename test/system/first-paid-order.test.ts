import { join } from 'node:path'
import type { Page } from 'playwright'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { chooseFirstDay, enterEmail, pay, typeAddress } from '../support/checkout-page.ts'
import { untilOk } from '../support/child.ts'
import { type Processes, SESSION_SECRET, withProcesses } from '../support/processes.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { createVisitor, SCREENS } from '../support/visitor.ts'

const OWNER = 'owner@juniper-meats.com'

/** Names and contact data that the shop ships with, from its demo or as examples; none may be left. */
const INVENTED =
  /droveway|\(555\) 010|[\w.]*example\.com|\.example\b|Demo Lane|Reno, NV|Truckee|Cumberland Valley/gi
const inventedIn = (text: string): string[] => text.match(INVENTED) ?? []

const PUBLIC = [
  ...[
    '/',
    '/shop',
    '/products/hill-ribeye',
    '/shop-farms',
    '/farms/juniper-ridge',
    '/search?q=ribeye',
    '/cart',
  ],
  ...['/about', '/how-it-works', '/faq', '/contact', '/shipping', '/terms', '/privacy', '/accessibility'],
  ...['/gift-cards', '/first-box', '/videos', '/signin', '/signup', '/corporate-gifting', '/nowhere'],
]

const ZONES = `005-831 elsewhere
832-838 1 1
839-979 elsewhere
980-994 1 1
995-999 alaska`

/** Starts a server on an empty database, as an owner does, with its own mail server. */
async function openLiveShop(scene: Processes) {
  const mails: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _, done) {
      mails.push(await PostalMime.parse(Buffer.concat(await stream.toArray())))
      done()
    },
  })
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
  const { port: smtpPort } = smtp.server.address() as { port: number }
  const port = await scene.freePort()
  const env = {
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    DATABASE_PATH: join(scene.folder, 'live', 'shop.sqlite3'),
    DEMO: '0',
    SESSION_SECRET,
    PAYMENTS: 'embedded',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_a_live_shop',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'hello@juniper-meats.com',
    LOG_LEVEL: 'error',
  }
  const server = scene.node(['.build/server.js', '--new'], env)
  await untilOk(`http://127.0.0.1:${port}/readyz`, server)
  const adding = scene.node(['.build/commands/staff.js', 'add', OWNER, 'staff'], env)
  await adding.exited
  const link = /http\S+/.exec(adding.output())?.[0] ?? ''
  return {
    origin: env.APP_URL,
    link,
    mails: () => mails,
    close: () => new Promise<void>((done) => smtp.close(done)),
  }
}

/** Follows the list at `/staff` to its next missing item. */
async function goToNext(page: Page, title: string) {
  await openAndWait(page, '/staff')
  await page.locator('.first-steps__step', { hasText: 'next' }).getByRole('link', { name: title }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/staff')
  await controllersConnected(page)
}

/** Waits for the item's own page; leaving earlier would cancel the form. */
async function addItem(page: Page) {
  const form = page.url()
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.waitForURL(({ href }) => href !== form)
}

async function saveSetting(page: Page) {
  await page.getByLabel('Why', { exact: true }).fill('For our opening')
  await page.getByRole('button', { name: 'Preview the change' }).click()
  await page.getByRole('heading', { level: 1, name: 'Before you save' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('in use').waitFor()
}

test('STF-10 from an empty live shop to its first paid order, through pages alone, following the list at /staff', () =>
  withProcesses(async (scene) => {
    const shop = await openLiveShop(scene)
    const browser = await sharedBrowser()
    const owner = await createVisitor(browser, shop.origin, { viewport: SCREENS.laptop })
    const { page } = owner
    await page.goto(shop.link)
    await page.getByRole('button', { name: 'Sign me in' }).click()
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/magic-link'))
    await openAndWait(page, '/shop-farms')
    await owner.expectAllWell('the farms of an empty shop')
    await openAndWait(page, '/staff')
    await goToNext(page, 'Name and contact')
    await page.getByLabel('Shop name').fill('Juniper Meats')
    await page.getByLabel('Customer service email').fill('hello@juniper-meats.com')
    await page.getByLabel('Phone').fill('(208) 882-4410')
    await page.getByLabel('Postal address').fill('12 Main St, Moscow, ID 83843')
    await saveSetting(page)
    await goToNext(page, 'Centers and ship days')
    const center = page.getByRole('group', { name: 'Truckee Meadows' })
    await center.getByLabel('Street').fill('12 Main St')
    await center.getByLabel('City').fill('Moscow')
    await center.getByLabel('State').selectOption('ID')
    await center.getByLabel('ZIP code').fill('83843')
    await center.getByLabel('Name').fill('Palouse')
    await saveSetting(page)
    await goToNext(page, 'Delivery zones')
    await page.getByLabel('Zones').fill(ZONES)
    await saveSetting(page)
    await openAndWait(page, '/staff/settings/centers')
    for (const name of ['Cumberland Valley', 'Ozark Plateau'])
      await page.getByRole('group', { name }).getByLabel('Name').fill('')
    await saveSetting(page)
    for (const title of ['Delivery rates', 'Sales tax', 'Pages']) {
      await goToNext(page, title)
      await saveSetting(page)
    }
    await goToNext(page, 'A farm')
    await page.getByLabel('Name', { exact: true }).fill('Juniper Ridge')
    await page.getByLabel('ZIP code').fill('83843')
    await page.getByLabel('Region').fill('Palouse')
    await page.getByLabel('Story').fill('Two sisters raise cattle on the hills above town.')
    await addItem(page)
    await goToNext(page, 'A product')
    await page.getByLabel('Name', { exact: true }).fill('Hill ribeye')
    await page.getByLabel('Animal').selectOption({ index: 0 })
    await page.getByLabel('Cut').fill('Ribeye')
    await page.getByLabel('Summary').fill('From the hills.')
    await page.getByLabel('Story').fill('Slowly grown, and hung for three weeks.')
    await page.getByLabel('How it was raised').fill('On grass.')
    await addItem(page)
    await goToNext(page, 'A size with a price')
    await page.getByRole('textbox', { name: 'Size' }).fill('14 oz')
    await page.getByLabel('Net weight').fill('14 oz')
    await page.getByLabel('Serves').fill('2')
    await page.getByLabel('Price in dollars').fill('27.50')
    await addItem(page)
    await goToNext(page, 'Stock')
    await page.getByLabel('Change').fill('40')
    await page.locator('#stock').getByLabel('Why').fill('First freezer')
    await page.locator('#stock').getByRole('button').click()
    await page.getByText('40 on hand', { exact: true }).waitFor()
    await openAndWait(page, '/staff')
    await page.getByText('One thing is missing until the shop can sell.').waitFor()
    await owner.expectAllWell('a shop that lacks only its payments')

    const shopper = await createVisitor(browser, shop.origin, { viewport: SCREENS.phone })
    const phone = shopper.page
    for (const path of PUBLIC) {
      const answer = await phone.request.get(path)
      expect({ path, status: answer.status(), invented: inventedIn(await answer.text()) }).toEqual({
        path,
        status: path === '/nowhere' ? 404 : 200,
        invented: [],
      })
    }
    await openAndWait(phone, '/products/hill-ribeye')
    await shopper.expectAllWell('the first product, on a phone')
    await phone
      .getByLabel(/^Quantity/)
      .first()
      .fill('2')
    await phone
      .getByRole('button', { name: /add to box/i })
      .first()
      .click()
    await phone.locator('#cart_count', { hasText: '2' }).waitFor()
    await openAndWait(phone, '/cart')
    await phone.getByRole('link', { name: 'Check out' }).click()
    await phone.waitForURL(/\/checkout\/\w{22}/)
    await controllersConnected(phone)
    await enterEmail(phone, 'ana@juniper-neighbors.com')
    await typeAddress(phone)
    await phone.keyboard.press('Enter')
    await chooseFirstDay(phone)
    await pay(phone, '4242424242424242')
    await phone.waitForURL(/\/confirmation$/)
    expect(inventedIn(await phone.content())).toEqual([])
    expect(shopper.complaints).toEqual([])

    await expect
      .poll(() => shop.mails().map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('Your Juniper Meats box arrives'))
    expect(shop.mails().flatMap(({ text, html }) => inventedIn(`${text} ${html}`))).toEqual([])
    await openAndWait(page, '/staff/orders')
    await page.getByText('Ana Whitcomb').first().waitFor()
    expect(owner.complaints).toEqual([])
    await shopper.close()
    await owner.close()
    await shop.close()
  }))
