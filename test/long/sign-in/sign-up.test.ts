import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderLines, orders, roles, users } from '#db/schema/index.ts'
import { joinedErrors, PASSWORD_EMAIL_SENTENCE } from '#src/accounts/rules.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { offerToken, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { type World, world } from '../../support/world.ts'

const NORA = { email: 'Nora.Field@Example.com', password: 'brisket on sunday' }

const accountOf = ({ db }: World, email: string) =>
  db.select().from(users).where(eq(users.email, email)).get()

test('ACC-2 creates an account, signs in and returns where to go next', async () => {
  const made = await world()
  const nora = await made.shopper()
  const answer = await nora.call('POST', '/v1/create_account/', {
    ...NORA,
    postal_code: '98101',
    landing_page_source: '/shop/beef',
  })
  expect(answer.status).toBe(200)
  const account = accountOf(made, 'nora.field@example.com')
  expect(await answer.json()).toMatchObject({ user_token: account?.token, redirect_to: '/' })
  expect(account?.landingPageSource).toBe('/shop/beef')
  expect(account?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const home = await (await nora.visit('/')).text()
  expect(home).toContain('href="/account"')
  expect(home).toContain('<b>98101</b>')
  expect((await nora.visit('/signin?redirect_url=/cart')).headers.get('location')).toBe('/cart')
})

const JOINED =
  'Please enter a valid email address, please choose a password of 8 characters or more. Please try again.'

test('ACC-2 reports all errors at once, joined as the spec joins them, and creates nothing', async () => {
  const made = await world()
  const nora = await made.shopper()
  const answer = await nora.call('POST', '/v1/create_account', { email: 'nora', password: 'short' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({
    errors: ['Please enter a valid email address.', 'Please choose a password of 8 characters or more.'],
    error: JOINED,
    message: JOINED,
    field: 'email',
  })
  const page = await (
    await nora.submit('POST', '/v1/create_account', { email: 'nora', password: 'short' })
  ).text()
  expect(page).toContain(JOINED)
  const blamed = /<input[^>]*aria-invalid="true"[^>]*>/.exec(page)?.[0]
  expect([blamed?.includes('sign_in_email'), blamed?.includes('autofocus')]).toEqual([true, true])
  expect(accountOf(made, 'nora')).toBeUndefined()
})

test('ACC-2 a single error keeps its punctuation', () => {
  expect(joinedErrors(['Unable to sign in.'])).toBe('Unable to sign in. Please try again.')
  expect(joinedErrors(['A robot?'])).toBe('A robot? Please try again.')
})

test.each(['Nora.Field@example.com', 'NORA.FIELD@EXAMPLE.COM', 'nora.field', 'Nora.Field', ' nora.field '])(
  "ACC-8 one's own email as a password is refused: %s",
  async (password) => {
    const made = await world()
    const nora = await made.shopper()
    const answer = await nora.call('POST', '/v1/create_account', { email: NORA.email, password })
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [PASSWORD_EMAIL_SENTENCE] }])
    expect(accountOf(made, 'nora.field@example.com')).toBeUndefined()
  },
)

test("ACC-8 a password that merely contains one's own email is accepted", async () => {
  const nora = await (await world()).shopper()
  const password = `${NORA.email} on sunday`
  expect((await nora.call('POST', '/v1/create_account', { email: NORA.email, password })).status).toBe(200)
})

test('ACC-2 of twenty concurrent sign-ups for one email, in any case, one succeeds', async () => {
  const made = await world()
  const people = await Promise.all(Array.from({ length: 20 }, () => made.shopper()))
  const answers = await Promise.all(
    people.map((person, at) =>
      person.call('POST', '/v1/create_account', {
        ...NORA,
        email: at % 2 ? NORA.email : NORA.email.toLowerCase(),
      }),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
})

test('ACC-2 SEC-4 forged fields give no role and no other account', async () => {
  const made = await world()
  const eve = await made.shopper()
  const forged = {
    role: 'staff',
    roles: ['staff'],
    user_token: 'x',
    id: 1,
    emailVerifiedAt: 1,
    is_admin: true,
  }
  await eve.call('POST', '/v1/create_account', { ...NORA, ...forged })
  const account = accountOf(made, 'nora.field@example.com')
  expect([account?.emailVerifiedAt, account?.id === 1]).toEqual([null, false])
  expect(
    made.db
      .select()
      .from(roles)
      .where(eq(roles.userId, account?.id ?? 0))
      .all(),
  ).toEqual([])
})

test('GND-21 signing up keeps the cart and an order in payment', async () => {
  const made = await world()
  const nora = await made.shopper()
  const token = await readyToPay(nora, made.db)
  await prepareToPay(nora, token)
  await nora.call('POST', '/v1/create_account', NORA)
  await nora.visit('/')
  const order = orderOf(made.db, token)
  expect([order.userId, order.state]).toEqual([
    accountOf(made, 'nora.field@example.com')?.id,
    'payment_pending',
  ])
  expect((await nora.visit(`/checkout/${token}`)).status).toBe(200)
  const lines = made.db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).all()
  expect(lines.length).toBeGreaterThan(0)
})

test("GND-21 signing in adds the guest's quantities to the account's cart", async () => {
  const made = await world()
  const [phone, laptop] = [await made.shopper(), await made.shopper()]
  const fifty = offerToken(made.db, 'demo-fifty')
  const ben = { email: 'other@example.com', password: DEMO_PASSWORD }
  await phone.call('POST', '/v1/cc_signin', ben)
  await phone.visit('/')
  await phone.call('POST', `/cart/items/${fifty}`, { quantity: 40 })
  await laptop.call('POST', `/cart/items/${fifty}`, { quantity: 45 })
  await laptop.call('POST', '/v1/cc_signin', ben)
  const own = made.db
    .select({ quantity: orderLines.quantity, state: orders.state })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.userId, accountOf(made, ben.email)?.id ?? 0))
    .all()
    .filter(({ state }) => state === 'cart')
  expect(own).toEqual([{ quantity: 85, state: 'cart' }])
})

test.each([
  '/v1/cc_signout/',
  '/v1/cc_signout?again=1',
  '/v1/checkout_summary',
  '/v1/update_user_email/x',
  '/signin',
  '/signup/',
  '/signin?redirect_url=/signin',
  '/%73ignin',
  '/auth/google',
  '/webhooks/stripe',
  '/cable',
])("ACC-1 a sign-in whose redirect %s isn't a page goes to the home page", async (asked) => {
  const made = await world()
  const ben = await made.shopper()
  const credentials = { email: 'other@example.com', password: DEMO_PASSWORD, redirect_url: asked }
  expect((await ben.submit('POST', '/v1/cc_signin', credentials)).headers.get('location')).toBe('/')
  const query = `/signin?redirect_url=${encodeURIComponent(asked)}`
  expect((await ben.visit(query)).headers.get('location')).toBe('/')
})

describe('SEC-5 ACC-1 a sign-in always redirects within the shop', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    'data:text/html,hi',
    '/%0d%0aLocation:%20https://evil.example',
    '/%2f%2fevil.example',
    '/.//evil.example',
    '@evil.example',
    ' //evil.example',
  ])('%s', async (hostile) => {
    const made = await world()
    const ben = await made.shopper()
    const credentials = { email: 'other@example.com', password: DEMO_PASSWORD, redirect_url: hostile }
    const answer = await ben.submit('POST', '/v1/cc_signin', credentials)
    const location = answer.headers.get('location') ?? ''
    expect(answer.status).toBe(303)
    expect(new URL(location, 'http://localhost:3000').origin).toBe('http://localhost:3000')
    expect(location).toMatch(/^\/(?![/\\])/)
    const signedIn = await ben.send(`/signin?redirect_url=${encodeURIComponent(hostile)}`, {
      headers: { accept: 'text/html' },
    })
    expect(new URL(signedIn.headers.get('location') ?? '', 'http://localhost:3000').origin).toBe(
      'http://localhost:3000',
    )
  })
})

test('ACC-1 sign-in continues to the page requested before, once', async () => {
  const made = await world()
  const ben = await made.shopper()
  await ben.submit('POST', '/v1/update_zipcode', {
    user_token: 'x',
    zipcode: '98101',
    return_to: '/shop/beef',
  })
  expect(await (await ben.visit('/signin')).text()).toContain('name="redirect_url" value="/shop/beef"')
  const answer = await ben.submit('POST', '/v1/cc_signin', {
    email: 'other@example.com',
    password: DEMO_PASSWORD,
  })
  expect(answer.headers.get('location')).toBe('/shop/beef')
  expect((await ben.visit('/signin')).headers.get('location')).toBe('/')
})

test('ACC-1 /signup and a redeem link open the new account form; c=reset opens the reset panel', async () => {
  const { shopper } = await world()
  const ana = await shopper()
  const page = async (path: string) => (await ana.visit(path)).text()
  for (const path of ['/signup', '/signin?redirect_url=/redeem/x'])
    expect(await page(path)).toContain('action="/v1/create_account/"')
  expect(await page('/signin')).toContain('action="/v1/cc_signin/"')
  const reset = await page('/signin?c=reset')
  expect(reset).toMatch(/<details[^>]*id="reset_password"[^>]*open/)
  expect(/<input[^>]*autofocus[^>]*>/.exec(reset)?.[0]).toContain('id="reset_email"')
})
