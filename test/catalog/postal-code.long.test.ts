import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { changedTables, dump } from '../support/dump.ts'
import { world } from '../support/world.ts'

const CALL = '/v1/update_postal_code'

test('CAP-1 a served postal code is saved and returns message and redirect_to', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.call('POST', CALL, { postal_code: ' 98101 ' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ message: expect.stringContaining('98101'), redirect_to: '/shop' })
  const home = await (await visitor.visit('/')).text()
  expect(home).toContain('Delivering to')
  expect(home).toContain('98101')
})

test("CAP-1 a postal code that is not served is rejected with the shop's own message and not saved", async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.call('POST', CALL, { postal_code: '99501' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ message: "Sorry, we don't deliver to that postal code." })
  expect(await (await visitor.visit('/')).text()).not.toContain('99501')
})

test.each([
  [''],
  ['9810'],
  ['981011'],
  ['9810a'],
  ['98101-1234'],
  ['９８１０１'],
  [['98101']],
  [{ a: 1 }],
  [null],
  [undefined],
])('CAP-1 %j is not a postal code', async (postal_code) => {
  const { shopper } = await world()
  const answer = await (await shopper()).call('POST', CALL, { postal_code })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ message: 'Please enter a 5 digit zip code' })
})

test('GND-5 the form works without scripts and returns to the page that it was sent from, with a message', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const answer = await visitor.submit('POST', CALL, { postal_code: '98101', return_to: '/shop/beef?page=1' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/shop/beef?page=1')
  expect(await (await visitor.visit('/shop/beef')).text()).toContain('Delivering to 98101, as early as')
  const refused = await visitor.submit('POST', CALL, { postal_code: '99501' })
  expect(refused.status).toBe(303)
  expect(await (await visitor.visit('/')).text()).toContain(
    'Sorry, we don&#39;t deliver to that postal code.',
  )
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%0d%0aSet-Cookie:x',
  'javascript:alert(1)',
])('the form never redirects off the shop: %s', async (return_to) => {
  const { shopper } = await world()
  const answer = await (await shopper()).submit('POST', CALL, { postal_code: '98101', return_to })
  expect(answer.headers.get('location')).toBe('/')
})

test('a referrer on another site is ignored', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const send = (referer: string) =>
    visitor.send(CALL, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        referer,
        'x-csrf-token': visitor.token,
      },
      body: 'postal_code=98101',
    })
  expect((await send('https://evil.example/shop/pork')).headers.get('location')).toBe('/shop')
  expect((await send('http://localhost:3000/shop/pork?page=1')).headers.get('location')).toBe(
    '/shop/pork?page=1',
  )
})

test('CAP-1 a rejected postal code stays in its open form with the message at the field, once', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  for (const send of [visitor.submit, visitor.stream]) {
    const refused = await send('POST', CALL, {
      postal_code: '9950"',
      return_to: '/shop',
      authenticity_token: visitor.token,
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/shop'])
    const html = await (await visitor.visit('/shop')).text()
    const place = /<details class="place"[\s\S]*?<\/details>/.exec(html)?.[0] ?? ''
    expect(place).toMatch(/^<details class="place" open/)
    expect(place).toContain('value="9950&quot;"')
    expect(place).toMatch(/id="header_postal_code_error"[^>]*>Please enter a 5 digit zip code/)
    expect(html.split('Please enter a 5 digit zip code')).toHaveLength(2)
    const next = await (await visitor.visit('/shop')).text()
    expect(next).not.toContain('Please enter a 5 digit zip code')
    expect(next).not.toContain('class="place" open')
  }
})

test('CAL-2 a paused area is explained in the response and on the product page', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  const pause = 'Our carrier has paused frozen deliveries to Bismarck until further notice.'
  const answer = await visitor.call('POST', CALL, { postal_code: '58501' })
  expect((await answer.json()).message).toContain(pause)
  const product = await (await visitor.visit('/products/grass-fed-ribeye')).text()
  expect(product).toContain(pause)
  expect(product).not.toContain('is taken')
})

test('CAP-1 the hero form redirects to the shop, whatever page it was on', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  for (const hero of [true, 'true', '1', 1, 'on']) {
    const answer = await visitor.call('POST', CALL, { postal_code: '98101', hero, return_to: '/cart' })
    expect((await answer.json()).redirect_to).toBe('/shop')
  }
  for (const hero of [false, '', '0', null, ['x'], { a: 1 }]) {
    const answer = await visitor.call('POST', CALL, { postal_code: '98101', hero, return_to: '/cart' })
    expect((await answer.json()).redirect_to).toBe('/cart')
  }
})

test('CAP-1 redirect_to is always one of our pages', async () => {
  const { shopper } = await world()
  const visitor = await shopper()
  for (const return_to of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
  ]) {
    const answer = await visitor.call('POST', CALL, { postal_code: '98101', return_to })
    expect((await answer.json()).redirect_to).toBe('/')
  }
})

describe('CAP-2 update_zipcode', () => {
  const ZIP = '/v1/update_zipcode'

  /** Ana and Ben, each signed in. */
  async function scene() {
    const made = await world()
    const { db, clock, shopper } = made
    const signedIn = async (name: string) => {
      const visitor = await shopper()
      const before = new Set(sessionsOf().map(({ idHash }) => idHash))
      await visitor.call('POST', CALL, { postal_code: '10001' })
      const idHash = sessionsOf().find((row) => !before.has(row.idHash))!.idHash
      const user = { token: name.padEnd(22, 'x'), email: `${name}@example.com`, createdAt: clock.now() }
      const { id, token } = db.insert(users).values(user).returning().get()
      db.update(sessions).set({ userId: id }).where(eq(sessions.idHash, idHash)).run()
      const postalCode = () => db.select().from(sessions).where(eq(sessions.idHash, idHash)).get()?.postalCode
      return { ...visitor, user_token: token, postalCode }
    }
    const sessionsOf = () => db.select().from(sessions).all()
    return { ...made, ana: await signedIn('ana'), ben: await signedIn('ben') }
  }

  test("CAP-2 saves the user's own and returns ultimate_success, with and without a trailing slash", async () => {
    const { ana } = await scene()
    for (const [path, zipcode] of [
      [ZIP, '98101'],
      [`${ZIP}/`, '10001'],
    ] as const) {
      const answer = await ana.call('POST', path, { user_token: ana.user_token, zipcode })
      expect([answer.status, await answer.json()]).toEqual([200, { ultimate_success: true }])
      expect(ana.postalCode()).toBe(zipcode)
    }
    expect(await (await ana.visit('/')).text()).toContain('10001')
  })

  test.each([
    ['99501', "Sorry, we don't deliver to that postal code."],
    ['9810', 'Please enter a 5 digit zip code'],
    ["98101' or 1=1", 'Please enter a 5 digit zip code'],
    [['98101'], 'Please enter a 5 digit zip code'],
    [null, 'Please enter a 5 digit zip code'],
  ])('CAP-2 rejects %j and keeps the previous one', async (zipcode, message) => {
    const { ana } = await scene()
    const answer = await ana.call('POST', ZIP, { user_token: ana.user_token, zipcode })
    expect([answer.status, await answer.json()]).toEqual([422, { ultimate_success: false, message }])
    expect(ana.postalCode()).toBe('10001')
  })

  test("CAP-2 SEC-4 treats another user's token like an unknown one, and changes nothing", async () => {
    const { ana, ben, db } = await scene()
    const before = dump(db)
    const ask = async (user_token: unknown) => {
      const answer = await ana.call('POST', ZIP, { user_token, zipcode: '98101' })
      return [answer.status, await answer.text()]
    }
    const unknown = await ask('x'.repeat(22))
    expect(unknown[0]).toBe(404)
    for (const token of [ben.user_token, '', null, undefined, [ana.user_token], { $ne: '' }, 0])
      expect(await ask(token)).toEqual(unknown)
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('CAP-2 returns 401 if signed out, sends a browser to sign-in and back, and changes nothing', async () => {
    const { shopper, ana, db } = await scene()
    const eve = await shopper()
    const before = dump(db)
    const fields = { user_token: ana.user_token, zipcode: '98101' }
    const answer = await eve.call('POST', ZIP, fields)
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'Please sign in first.', message: 'Please sign in first.' },
    ])
    const page = await eve.submit('POST', ZIP, { ...fields, return_to: '/shop' })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/signin'])
    const signIn = await (await eve.visit('/signin')).text()
    expect(signIn).toContain('Please sign in first.')
    expect(signIn).toContain('name="redirect_url" value="/shop"') // to return there
    expect(changedTables(before, dump(db))).toEqual([])
  })
})

test('CAP-3 signing in sets the ZIP code of the default address, unless the visitor entered another', async () => {
  const { shopper } = await world()
  const home = async (zip: string | null) => {
    const ana = await shopper()
    if (zip) await ana.call('POST', CALL, { postal_code: zip })
    await ana.call('POST', '/v1/cc_signin', { email: 'shopper@example.com', password: DEMO_PASSWORD })
    return (await ana.visit('/')).text()
  }
  expect(await home(null)).toMatch(/Delivering to <\/span><b>98101</)
  expect(await home('10001')).toMatch(/Delivering to <\/span><b>10001</)
})
