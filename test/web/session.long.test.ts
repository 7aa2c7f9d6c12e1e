import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { unsealData } from 'iron-session'
import { expect, test, vi } from 'vitest'
import { sessions } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { sha256 } from '#src/tokens.ts'
import { createSessionSeal } from '#src/web/session-cookie.ts'
import { fillCart } from '../support/buying.ts'
import { testConfig, world } from '../support/world.ts'

const PAGE = { headers: { accept: 'text/html' } }

const attributesOf = (cookie: string) =>
  cookie
    .split('; ')
    .slice(1)
    .map((part) => part.toLowerCase())
    .sort()

test('SEC-1 the first page sets one sealed HttpOnly cookie', async () => {
  const { app } = await world()
  const [cookie = '', ...others] = (await app.request('/', PAGE)).headers.getSetCookie()
  expect(others).toEqual([])
  expect(cookie).toMatch(/^session=Fe26\.2\*/)
  expect(attributesOf(cookie)).toEqual(['httponly', 'max-age=2592000', 'path=/', 'samesite=lax'])
})

test('SEC-1 on https the cookie is Secure and has the __Host- prefix', async () => {
  const { app } = await world({ config: { appUrl: 'https://shop.example' } })
  const [cookie = ''] = (await app.request('https://shop.example/', PAGE)).headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-session=/)
  expect(attributesOf(cookie)).toContain('secure')
  expect(cookie).not.toMatch(/domain=/i)
})

test('SEC-1 a client that accepts anything gets the cookie with the page, since its forms need it', async () => {
  const { app } = await world()
  for (const accept of ['*/*', 'text/*', 'application/xhtml+xml, */*;q=0.1', '']) {
    const response = await app.request('/shop', { headers: { accept } })
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.getSetCookie(), accept).toHaveLength(1)
  }
  expect((await app.request('/shop')).headers.getSetCookie()).toHaveLength(1)
})

test("SEC-1 a known visitor isn't sent the cookie again, and responses without a page set none", async () => {
  const { shopper, app } = await world()
  const ana = await shopper()
  for (const path of ['/', '/shop', '/cart', '/nowhere', '/checkout']) {
    expect(
      (await ana.visit(path)).headers.getSetCookie().filter((cookie) => cookie.startsWith('session=')),
    ).toEqual([])
  }
  for (const path of ['/v1/nowhere', '/healthz', '/robots.txt', '/outbox.json']) {
    expect((await app.request(path)).headers.getSetCookie(), path).toEqual([])
  }
  expect((await app.request('/', { ...PAGE, method: 'HEAD' })).headers.getSetCookie()).toEqual([])
})

test('SEC-1 the cookie is sealed: it reveals no id, and each visitor has another', async () => {
  const { app, db, shopper } = await world()
  const ana = await shopper()
  await fillCart(ana, db)
  const cookie = ana.cookies.get('session') ?? ''
  const id = (await createSessionSeal(testConfig).open(cookie, Date.now())) ?? ''
  expect(id.length).toBeGreaterThanOrEqual(43)
  expect(cookie).not.toContain(id)
  const hashes = db
    .select({ hash: sessions.idHash })
    .from(sessions)
    .all()
    .map(({ hash }) => hash)
  expect(hashes).toContain(sha256(id)) // only the hash is stored
  expect(hashes).not.toContain(id)
  const other = (await app.request('/', PAGE)).headers.getSetCookie()[0]
  expect(other).not.toContain(cookie)
})

/** Changes one character of a text, at various positions. */
const alterations = (text: string) =>
  [6, 20, 60, 100, 150, 200, text.length - 2].map(
    (at) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1),
  )

test('SEC-1 sealing finishes in the same turn, no two seals are alike, and iron-session can read them', async () => {
  const [{ seal }, id] = [createSessionSeal(testConfig), 'i'.repeat(43)]
  const seals: string[] = []
  for (const sealing of [seal(id), seal(id)]) void sealing.then((cookie) => seals.push(cookie))
  await setImmediate()
  expect(new Set(seals).size).toBe(2)
  for (const cookie of seals)
    expect(await unsealData(cookie, { password: testConfig.sessionSecret })).toEqual({ id })
})

test('SEC-1 an altered, foreign or made-up cookie starts a new guest session with an empty cart', async () => {
  const { app, db, shopper } = await world()
  const ana = await shopper()
  await fillCart(ana, db)
  const cookie = ana.cookies.get('session') ?? ''
  const foreign = await createSessionSeal({
    ...testConfig,
    sessionSecret: 'another-secret-of-another-shop-0123456789',
  }).seal('a'.repeat(43))
  const forged = [
    ...alterations(cookie),
    foreign,
    '',
    'x',
    'a'.repeat(43),
    'null',
    '%',
    '%zz',
    `${cookie}${cookie}`,
    'Fe26.2*1*',
    'é',
  ]
  for (const value of forged) {
    const response = await app.request('/cart', {
      headers: { accept: 'text/html', cookie: `session=${value}` },
    })
    expect(response.status).toBe(200)
    expect(await response.text(), value).not.toMatch(/cart_item_\d/)
    expect(
      response.headers.getSetCookie().some((one) => one.startsWith('session=Fe26')),
      value,
    ).toBe(true)
  }
  expect(await (await ana.visit('/cart')).text()).toMatch(/cart_item_\d/)
})

/** Whether the visitor still has their cart after a change. */
async function boxAfter(change: (world: Awaited<ReturnType<typeof guest>>) => unknown) {
  const made = await guest()
  await change(made)
  const response = await made.ana.visit('/cart')
  return { isTheirs: /cart_item_\d/.test(await response.text()), cookies: response.headers.getSetCookie() }
}

async function guest() {
  const made = await world()
  const ana = await made.shopper()
  await fillCart(ana, made.db)
  return { ...made, ana }
}

test('SEC-1 a revoked session ends at once, on the server', async () => {
  const { isTheirs, cookies } = await boxAfter(({ db, clock }) =>
    db.update(sessions).set({ revokedAt: clock.now() }).run(),
  )
  expect(isTheirs).toBe(false)
  expect(cookies[0]).toMatch(/^session=Fe26/)
})

test('SEC-1 a session ends after 14 days without use, and not before', async () => {
  expect((await boxAfter(({ pass }) => pass(14 * DAY_MS - 60_000))).isTheirs).toBe(true)
  expect((await boxAfter(({ pass }) => pass(14 * DAY_MS + 60_000))).isTheirs).toBe(false)
})

test('SEC-1 a session ends after 30 days even if used', async () => {
  const used = async ({ ana, pass, db }: Awaited<ReturnType<typeof guest>>, days: number) => {
    for (let day = 0; day < days; day += 10) {
      pass(10 * DAY_MS - 60_000)
      await ana.visit('/')
    }
    expect(db.select().from(sessions).where(eq(sessions.postalCode, 'none')).all()).toEqual([])
  }
  expect((await boxAfter((made) => used(made, 20))).isTheirs).toBe(true)
  expect(
    (
      await boxAfter(async (made) => {
        await used(made, 30)
        made.pass(10 * 60_000)
      })
    ).isTheirs,
  ).toBe(false)
})

test('SEC-1 the flash is sealed, too, and shown once', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const sealed = ana.cookies.get('flash') ?? ''
  expect(sealed).toMatch(/^Fe26\.2\*/)
  expect(await (await ana.visit('/shop')).text()).toContain('Delivering to 98101, as early as')
  expect(ana.cookies.has('flash')).toBe(false)
  expect(await (await ana.visit('/shop')).text()).not.toContain('98101, as early as')
})

test('neither cookie is accepted as the other', async () => {
  const { app, shopper } = await world()
  const ana = await shopper()
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const swapped = `session=${ana.cookies.get('flash')}; flash=${ana.cookies.get('session')}`
  const response = await app.request('/shop', { headers: { accept: 'text/html', cookie: swapped } })
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie().some((cookie) => cookie.startsWith('session=Fe26'))).toBe(true)
  expect(await response.text()).not.toContain('98101, as early as')
})

test('SEC-1 a cookie that was opened before is rejected after its 30 days, too', async () => {
  const seal = createSessionSeal(testConfig)
  const [cookie, id] = [await seal.seal('i'.repeat(43)), 'i'.repeat(43)]
  const openAfter = (days: number) => {
    vi.setSystemTime(start + days * DAY_MS)
    return seal.open(cookie, Date.now())
  }
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  expect([await openAfter(0), await openAfter(29), await openAfter(31)]).toEqual([id, id, null])
})
