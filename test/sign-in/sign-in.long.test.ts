import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { offers, orderLines, orders, passwordAttempts, sessions, stock, users } from '#db/schema/index.ts'
import { hashPassword } from '#src/accounts/passwords.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { erasePerson } from '#src/privacy/erase.ts'
import { ANA, isSignedIn, mailedPath, signedIn, userOf } from '../support/account.ts'
import { fillCart, offerToken, SEATTLE } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const BEN = 'other@example.com'
const credentials = { email: BEN, password: DEMO_PASSWORD }

test('ACC-3 signs the owner in, and returns where to continue and the new tokens', async () => {
  const { shopper, db } = await world()
  const ben = await shopper()
  const answer = await ben.call('POST', '/v1/cc_signin/', { ...credentials, redirect_url: '/cart' })
  expect(answer.status).toBe(200)
  const { user_token, csrf_token, redirect_to, message } = (await answer.json()) as Record<string, string>
  const user = db.select().from(users).where(eq(users.email, BEN)).get()
  expect([user_token, redirect_to]).toEqual([user?.token, '/cart'])
  expect(message).toBeTruthy()
  expect(csrf_token).toMatch(/^[\w-]{80,}$/)
})

test('ACC-3 a wrong password, an unknown email and an account without a password get the same response', async () => {
  const { shopper, db } = await world()
  db.update(users).set({ passwordHash: null }).where(eq(users.email, 'member@example.com')).run()
  const eve = await shopper()
  const answers = []
  for (const email of [BEN, 'nobody@example.com', 'member@example.com']) {
    const answer = await eve.call('POST', '/v1/cc_signin', { email, password: 'not-the-password' })
    answers.push({ status: answer.status, body: await answer.json() })
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { errors: ['Unable to sign in.'] } })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

/** Signs in, and runs `meanwhile` as soon as the password check has started. */
async function signingInMeanwhile(made: World, meanwhile: () => unknown) {
  const ben = await made.shopper()
  const answer = ben.call('POST', '/v1/cc_signin', credentials)
  while (made.db.select().from(passwordAttempts).all().length === 0) await setImmediate()
  await meanwhile()
  const { status } = await answer
  return { status, isIn: await isSignedIn(ben) }
}

test('ACC-3 SEC-1 a password changed during its check signs nobody in', async () => {
  const made = await world()
  const passwordHash = await hashPassword('brisket on sunday')
  const outcome = await signingInMeanwhile(made, () => {
    made.db.update(users).set({ passwordHash }).where(eq(users.email, BEN)).run()
  })
  expect(outcome).toEqual({ status: 401, isIn: false })
})

test('ACC-3 REL-4 an account deleted during the password check gets the same response as an unknown one', async () => {
  const made = await world()
  const user = userOf(made, BEN)
  const outcome = await signingInMeanwhile(made, () => erasePerson(made.services, { user, email: BEN }))
  expect(outcome).toEqual({ status: 401, isIn: false })
})

test('ACC-8 an invalid email and an empty password are both reported', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const answer = await ana.call('POST', '/v1/cc_signin', { email: 'ana', password: '' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: ['Please enter a valid email address.', 'Please enter your password.'],
  })
})

test('SEC-1 signing in makes a new session, and the old one becomes anonymous', async () => {
  const { shopper, db, pass } = await world()
  const ben = await shopper()
  const before = ben.cookies.get('session') ?? ''
  await ben.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  await ben.call('POST', '/v1/cc_signin', credentials)
  expect(ben.cookies.get('session')).not.toBe(before)
  expect(await (await ben.visit('/')).text()).toContain('98101')
  const rows = db
    .select()
    .from(sessions)
    .all()
    .filter(({ postalCode }) => postalCode === '98101')
  expect(rows.map(({ userId, revokedAt }) => [userId !== null, revokedAt !== null])).toEqual([
    [false, true],
    [true, false],
  ])

  pass(60_000) // no request with the old cookie can still be in flight
  const thief = await shopper()
  thief.cookies.set('session', before)
  const page = await (await thief.visit('/')).text()
  expect(page).not.toContain('98101')
  expect(thief.cookies.get('session')).not.toBe(before)
})

test('ACC-3 SEC-1 signing out ends the session everywhere, is idempotent, and leaves a guest', async () => {
  const { shopper, db, pass } = await world()
  const ben = await shopper()
  await ben.call('POST', '/v1/cc_signin', credentials)
  await ben.visit('/')
  const stolen = ben.cookies.get('session') ?? ''
  const answer = await ben.call('POST', '/v1/cc_signout/')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(((await answer.json()) as { csrf_token: string }).csrf_token).toBeTruthy()
  await ben.visit('/')
  expect((await ben.call('POST', '/v1/cc_signout')).status).toBe(200)

  pass(60_000)
  const thief = await shopper()
  thief.cookies.set('session', stolen)
  await thief.visit('/')
  expect((await thief.call('POST', '/v1/update_zipcode', { user_token: 'x', zipcode: '98101' })).status).toBe(
    401,
  )
  expect(
    db
      .select()
      .from(sessions)
      .all()
      .filter(({ userId, revokedAt }) => userId && !revokedAt),
  ).toEqual([])
})

test("GND-21 the guest's cart merges into the account's, with quantities added up, and the guest loses access to it", async () => {
  const { shopper, db } = await world()
  const [phone, laptop] = [await shopper(), await shopper()]
  const [ribeye, brisket] = [offerToken(db, 'demo-fifty'), otherOffer(db)]
  await phone.call('POST', '/v1/cc_signin', credentials)
  await phone.visit('/')
  await phone.call('POST', `/cart/items/${ribeye}`, { quantity: 2 })
  await laptop.call('POST', `/cart/items/${ribeye}`, { quantity: 3 })
  await laptop.call('POST', `/cart/items/${brisket}`, { quantity: 1 })
  const guest = laptop.cookies.get('session') ?? ''

  await laptop.call('POST', '/v1/cc_signin', credentials)
  await laptop.visit('/')
  const open = db
    .select()
    .from(orders)
    .all()
    .filter(({ state, userId }) => state === 'cart' && userId)
  const ben = db.select().from(users).where(eq(users.email, BEN)).get()
  const own = open.filter(({ userId }) => userId === ben?.id)
  expect(own).toHaveLength(1)
  const lines = db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, own[0]?.id ?? 0))
    .all()
  expect(lines.map(({ quantity }) => quantity).sort()).toEqual([1, 5])

  const thief = await shopper()
  thief.cookies.set('session', guest)
  await thief.visit('/')
  expect(await (await thief.visit('/cart')).text()).toContain('Your box is empty')
})

test("GND-21 CHK-9 an open checkout of the guest's cart says that the carts were merged, and leads to the merged one", async () => {
  const { shopper, db } = await world()
  const [phone, laptop] = [await shopper(), await shopper()]
  await phone.call('POST', '/v1/cc_signin', credentials)
  await phone.visit('/')
  const own = await fillCart(phone, db)
  const guests = await fillCart(laptop, db)
  await laptop.call('POST', '/v1/cc_signin', credentials)
  await laptop.visit('/')

  for (const path of ['update_shipping_address', 'update_payment']) {
    const told = await laptop.call('POST', `/v1/${path}/${guests}`, { ...SEATTLE, stripeToken: 'tok_visa' })
    expect(told.status).toBe(409)
    expect(await told.json()).toMatchObject({
      code: 'order_joined',
      error: expect.stringContaining('combined this box'),
    })
  }
  let page = await laptop.submit('POST', `/v1/update_shipping_address/${guests}`, SEATTLE)
  let at = ''
  for (let way = page.headers.get('location'); way; way = page.headers.get('location')) {
    at = way
    page = await laptop.visit(way)
  }
  expect(at).toContain(own)
  expect(await page.text()).toContain('combined this box with the one in your account')
})

test('ACC-7 of many concurrent wrong passwords few are checked; the rest must wait, as the page says, too', async () => {
  const { shopper } = await world({ config: { rateLimited: true } })
  const eve = await shopper()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      eve.call('POST', '/v1/cc_signin', { email: BEN, password: 'not-the-password' }),
    ),
  )
  const looked = answers.filter(({ status }) => status === 401)
  const limited = answers.filter(({ status }) => status === 429)
  expect(looked.length).toBeLessThanOrEqual(5)
  expect(limited).toHaveLength(60 - looked.length)
  expect(limited.every((answer) => Number(answer.headers.get('retry-after')) >= 1)).toBe(true)
  const page = await (await eve.visit('/signin')).text()
  expect(page).toMatch(/Too many tries\. Please wait/)
  expect(page).toContain(`value="${BEN}"`)
})

test('ACC-7 SEC-3 from the third wrong password on, an account waits, twice as long each time, from any network', async () => {
  const made = await world({ config: { rateLimited: true } })
  askFromEverywhere(made)
  const ask = async (password: string) =>
    (await made.shopper()).call('POST', '/v1/cc_signin', { email: BEN, password })
  const waits = []
  for (const _ of [1, 2, 3]) expect((await ask('wrong')).status).toBe(401)
  for (const _ of [1, 2, 3]) {
    const told = await ask(DEMO_PASSWORD)
    expect(told.status).toBe(429)
    waits.push(Number(told.headers.get('retry-after')))
    made.pass(Number(told.headers.get('retry-after')) * 1000)
    expect((await ask('wrong')).status).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4])
  made.pass(8_000)
  expect((await ask(DEMO_PASSWORD)).status).toBe(200)
  expect((await ask('wrong')).status).toBe(401)
  expect((await ask(DEMO_PASSWORD)).status).toBe(200)
})

test('SEC-3 with RATE_LIMITS=off wrong passwords cause no wait', async () => {
  const made = await world()
  const ben = await made.shopper()
  const ask = (password: string) => ben.call('POST', '/v1/cc_signin', { email: BEN, password })
  for (let times = 0; times < 8; times += 1) expect((await ask('wrong')).status).toBe(401)
  expect((await ask(DEMO_PASSWORD)).status).toBe(200)
})

/** Makes each request come from another network. */
function askFromEverywhere({ app }: World) {
  const { fetch } = app
  let asked = 0
  app.fetch = (request) => {
    asked += 1
    return fetch(request, { incoming: { socket: { remoteAddress: `10.3.0.${asked}` } } })
  }
}

/** Some other offer in stock. */
const otherOffer = (db: Db) =>
  db
    .select()
    .from(offers)
    .innerJoin(stock, eq(stock.offerId, offers.id))
    .all()

    .find(
      ({ stock, offers: offer }) =>
        stock.onHand > 20 && offer.token !== offerToken(db, 'demo-fifty') && offer.minQuantity === 1,
    )?.offers.token ?? ''

test('ACC-4 an emailed link says which other account it signs out', async () => {
  const made = await world()
  const ben = await signedIn(made, BEN)
  const ana = await signedIn(made, ANA)
  const guest = await made.shopper()
  await guest.call('POST', '/v1/send_email_login_link', { email_address: ANA })
  const path = await mailedPath(made, ANA, '/magic-link/')
  const read = async (shopper: Shopper) => {
    const page = await (await shopper.visit(path)).text()
    expect(page).toMatch(/You&#39;re signing in to .* as <b>shopper@example\.com<\/b>/s)
    return page
  }
  expect(await read(ben)).toContain('This signs you out of <b>other@example.com</b> in this browser.')
  expect(await read(ana)).not.toContain('signs you out')
  expect(await read(guest)).not.toContain('signs you out')
})
