import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '#src/log.ts'
import { signedIn } from '../support/account.ts'
import { offerToken, readyToPay } from '../support/buying.ts'
import { CENTER, DALE } from '../support/clerks.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

const TRACE = /at .*\.(m?js|tsx?):\d+|SQLITE_|node_modules|no such table|Error:/

/** A shop whose database has lost tables that pages read. */
async function broken(...tables: string[]) {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const made = await world({ services: { log } })
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  made.db.run(sql`pragma foreign_keys = off`)
  for (const table of tables) made.db.run(sql`drop table ${sql.identifier(table)}`)
  return { ...made, ana, lines, token }
}

test('GND-4 a bug renders an error page without details; the log has all of them', async () => {
  const { ana, lines } = await broken('stock')
  const page = await ana.visit('/shop')
  const html = await page.text()
  expect(page.status).toBe(500)
  expect(html).toContain('Something went wrong on our end')
  expect(html).toContain('<!doctype html>')
  expect(html).not.toMatch(TRACE)
  const logged = JSON.parse(lines.at(-1) ?? '{}') as { err: { stack: string }; requestId: string }
  expect(logged.err.stack).toMatch(/no such table/)
  expect(logged.requestId).toBe(page.headers.get('x-request-id'))
})

test('GND-4 a bug in an API call responds with JSON and the same words', async () => {
  const { ana, db, token } = await broken('order_lines')
  const address = `/cart/items/${offerToken(db, 'demo-fifty')}`
  for (const answer of [
    await ana.call('POST', address, { quantity: 1 }),
    await ana.call('GET', `/v1/checkout_summary?order_token=${token}`),
  ]) {
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual({
      error: expect.stringContaining('Something went wrong'),
      message: expect.any(String),
    })
    expect(text).not.toMatch(TRACE)
  }
})

test('GND-4 if even the error page fails, a page without the database remains', async () => {
  const { ana } = await broken('shop_versions', 'orders', 'sessions')
  const page = await ana.visit('/')
  expect(page.status).toBe(500)
  expect(page.headers.get('content-security-policy')).toBeTruthy()
  expect(page.headers.get('content-type')).toContain('text/html') // Turbo shows forms no plain text
  const html = await page.text()
  expect(html).toContain('<h1 class="refusal__title">Something went wrong on our end')
  expect(html).toContain('<a class="button" href="?">Try again</a>')
  expect(html).not.toMatch(TRACE)
})

test('GND-4 Turbo shows the bare page of a refused form, and does not reload the form instead', async () => {
  const { ana } = await broken('shop_versions', 'orders', 'sessions')
  const healthy = await (await world()).shopper()
  const tracked = async (page: Response) =>
    (await page.text()).match(/<[^>]*data-turbo-track="reload"[^>]*>/g)?.join()
  expect(await tracked(await ana.visit('/'))).toBe(await tracked(await healthy.visit('/shop')))
})

test('GND-4 a refused form leads back to its page', async () => {
  const shop = await world({ config: { rateLimited: true } })
  const ana = await signedIn(shop)
  for (let sent = 0; sent < 31; sent += 1) await ana.submit('POST', '/v1/referrals', {})
  const page = await ana.submit('POST', '/v1/referrals', {})
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true])
  const html = await page.text()
  expect(html).toMatch(/Please wait (about an hour|about \d+ minutes) and try again/)
  expect(html).toContain('<a class="button" href="/refer">Back to the form</a>')
  expect(await (await ana.visit('/nowhere')).text()).not.toContain('Back to the form')
})

test('GND-3 a form that is too large gets a page with the own box, and the way back', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  await ana.call('POST', `/cart/items/${offerToken(db, 'demo-fifty')}`, { quantity: 2 })
  const page = await ana.submit('POST', '/v1/referrals', { name: 'x'.repeat(70_000) })
  expect(page.status).toBe(413)
  const html = await page.text()
  expect(html).toContain('<a class="button" href="/refer">Back to the form</a>')
  expect(html.replace(/\s+/g, ' ')).toMatch(/class="box-link__count[^>]*> ?2 ?</)
})

test('GND-4 an unknown URL is a 404: a page for a person, JSON for a script', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  for (const path of [
    '/nowhere',
    '/v1',
    '/v1/nowhere',
    '/shop/nothing',
    '/cart/nothing',
    '/.env',
    '/wp-login.php',
    '/order//confirmation',
  ]) {
    const page = await ana.visit(path)
    expect(page.status, path).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    const json = await ana.call('GET', path)
    expect(json.status).toBe(404)
    expect(await json.json(), path).toEqual({
      error: "We couldn't find that.",
      message: "We couldn't find that.",
    })
  }
  const scripts = await ana.send('/v1/nowhere', { headers: { accept: '*/*' } })
  expect(scripts.headers.get('content-type')).toContain('application/json')
})

test.each([
  [RUTH, '/staff/nowhere', '/staff'],
  [RUTH, '/staff/orders/nowhere', '/staff'],
  [DALE, `${CENTER}/nowhere`, CENTER],
  [DALE, '/fulfillment/nowhere', CENTER],
  [DALE, '/downloads/nowhere', CENTER],
  ['vendor@example.com', '/vendor/nowhere', '/vendor/three-larks-ranch'],
])('GND-4 in the back office, a 404 leads %s from %s back to %s', async (email, path, desk) => {
  const shop = await world()
  const page = await (await signedIn(shop, email)).visit(path)
  expect(page.status).toBe(404)
  const html = await page.text()
  expect(html).toContain(`<a class="button" href="${desk}">`)
  expect(html).not.toMatch(/Your box|Browse the shop/)
})

test('GND-4 to shoppers, a 404 of the back office is the page of any other', async () => {
  const shop = await world()
  const ben = await signedIn(shop)
  const told = async (path: string) =>
    (await (await ben.visit(path)).text()).replaceAll(path, '').replace(/[\w-]{80,}/g, 'a token')
  const anywhere = await told('/nowhere')
  expect(anywhere).toContain('Browse the shop')
  for (const path of ['/staff/nowhere', '/staff', CENTER, '/vendor/three-larks-ranch', '/downloads/nowhere'])
    expect(await told(path), path).toBe(anywhere)
  const atShop = await (await signedIn(shop, DALE)).visit('/nowhere')
  expect(await atShop.text()).toContain('Browse the shop')
})

test('GND-4 a URL repeated in a response is escaped', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  for (const path of [
    '/shop/<script>alert(1)</script>',
    '/products/"><img src=x onerror=alert(1)>',
    '/shop?page=<svg/onload=alert(1)>',
  ]) {
    const html = await (await ana.visit(path)).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<svg/onload')
  }
})

test('GND-4 any Accept header gets a response', async () => {
  const { app } = await world()
  for (const accept of [
    '',
    '*/*',
    'text/html;q=0',
    'application/json, text/html',
    'image/png',
    ';;;',
    'text/html,'.repeat(500),
    'é',
  ]) {
    for (const path of ['/', '/nowhere', '/cart']) {
      const response = await app.request(path, {
        headers: { accept: Buffer.from(accept).toString('latin1') },
      })
      expect([200, 404], accept).toContain(response.status)
    }
  }
})

test('GND-8 HEAD responds like GET, without a body or side effects', async () => {
  const { shopper, app } = await world()
  const ana = await shopper()
  for (const path of [
    '/',
    '/shop',
    '/products/demo-fifty',
    '/cart',
    '/nowhere',
    '/healthz',
    '/outbox.json',
    '/checkout',
  ]) {
    const [head, get] = [await ana.send(path, { method: 'HEAD' }), await ana.send(path)]
    expect(head.status, path).toBe(get.status)
    expect(await head.text()).toBe('')
  }
  expect(
    (await app.request('/', { method: 'HEAD', headers: { accept: 'text/html' } })).headers.getSetCookie(),
  ).toEqual([])
})
