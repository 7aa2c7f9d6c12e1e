import { eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identities, mailedLinks, outboxMessages, sessions, users } from '#db/schema/index.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { createSocial } from '#src/providers/social/social.ts'
import { offerToken } from '../../support/buying.ts'
import { freePort } from '../../support/free-port.ts'
import { type Known, openOidcProvider } from '../../support/oidc-provider.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const BEN = 'other@example.com'
const UNSOUND = 'Something went wrong while signing in'

const provider = await openOidcProvider()
await world() // the worker's first world seeds the shop, which shouldn't count toward a test's timeout

const shop = (config: Partial<World['config']> = {}) =>
  world({ config: { social: [provider.config()], ...config } })

/** A person the provider knows, with a subject that no other test uses. */
function known(person: Omit<Known, 'sub'>): Known {
  const somebody = { sub: `somebody-${++counted}`, ...person }
  provider.knows(somebody)
  return somebody
}
let counted = 0

const NORA = { email: 'nora@example.com', email_verified: true, given_name: 'Nora', family_name: 'Field' }

/** Goes to the provider and back; `back` is the callback URL the browser would request. */
async function goThere(shopper: Shopper, who: string | null, path = '/auth/oidc?redirect_url=/cart') {
  const away = await shopper.visit(path)
  const address = away.headers.get('location') ?? ''
  const { address: back } = await provider.travel(address, who)
  return { away: new URL(address), back: back.replace('http://localhost:3000', '') }
}

async function signInBy(shopper: Shopper, { sub }: Known) {
  const { back } = await goThere(shopper, sub)
  return shopper.visit(back)
}

const accountOf = ({ db }: World, email: string) =>
  db.select().from(users).where(eq(users.email, email)).get()
const subjectsOf = ({ db }: World, userId = 0) =>
  db.select().from(identities).where(eq(identities.userId, userId)).all()
const signedIn = ({ db }: World) =>
  db
    .select()
    .from(sessions)
    .all()
    .filter(({ userId, revokedAt }) => userId !== null && revokedAt === null)

/** Expects a redirect to the sign-in page, and returns that page's flash. */
async function refusal(shopper: Shopper, answer: Response): Promise<string> {
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toMatch(/^\/signin/)
  const page = await shopper.visit(answer.headers.get('location') ?? '')
  expect(page.status).toBe(200)
  return (
    /<div id="flash"[\s\S]*?<\/div>\s*<\/div>|<div id="flash"[\s\S]*?<main/.exec(await page.text())?.[0] ?? ''
  )
}

test('ACC-9 a provider is on the sign-in page only if configured, as a plain link without Turbo', async () => {
  const none = await (await world()).shopper()
  expect(await (await none.visit('/signin')).text()).not.toContain('/auth/')
  for (const name of ['oidc', 'google', 'apple', 'facebook', 'x']) {
    expect((await none.visit(`/auth/${name}`)).status).toBe(404)
    expect((await none.visit(`/auth/${name}/callback?code=x`)).status).toBe(404)
  }
  const ana = await (await shop()).shopper()
  const page = await (await ana.visit('/signin?redirect_url=/cart')).text()
  const link = /<a class="button[^>]*href="\/auth\/oidc\?redirect_url=%2Fcart"[^>]*>[^<]*/.exec(page)?.[0]
  expect(link).toContain('data-turbo="false"')
  expect(link).toContain('Continue with Pasture ID')
  expect((await ana.visit('/auth/google')).status).toBe(404)
})

test('ACC-9 a new user gets an account without a password, with their name and guest cart', async () => {
  const made = await shop()
  const nora = await made.shopper()
  await nora.call('POST', `/cart/items/${offerToken(made.db, 'demo-fifty')}`, { quantity: 2 })
  const before = nora.cookies.get('session')
  const { away, back } = await goThere(nora, known(NORA).sub)
  expect(away.origin).toBe(provider.issuer)
  expect(Object.fromEntries(away.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/auth/oidc/callback',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(away.searchParams.get(name)).toMatch(/^[\w-]{43}$/)

  const answer = await nora.visit(back)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart'])
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(nora.cookies.get('session')).not.toBe(before)
  expect(nora.cookies.has('sign_in_elsewhere')).toBe(false)
  const account = accountOf(made, NORA.email)
  expect(account).toMatchObject({ passwordHash: null, firstName: 'Nora', lastName: 'Field' })
  expect(account?.emailVerifiedAt).toBe(made.clock.now())
  const cart = await (await nora.visit('/cart')).text()
  expect(cart).toContain('Welcome! Your account is ready.')
  expect(cart).toMatch(/cart_item_\d/)
  expect(signedIn(made)).toHaveLength(1)
})

test('ACC-9 an account with the verified email is connected, its owner is mailed, and its password still works', async () => {
  const made = await shop()
  const ben = await made.shopper()
  const answer = await signInBy(ben, known({ email: 'OTHER@Example.com', email_verified: true }))
  expect(answer.headers.get('location')).toBe('/cart')
  expect(subjectsOf(made, accountOf(made, BEN)?.id)).toHaveLength(1)
  await made.settleDown()
  const mails = made.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, BEN)).all()
  expect(mails.map(({ subject }) => subject)).toEqual(['You can now sign in to Droveway with Pasture ID'])
  const laptop = await made.shopper()
  const credentials = { email: BEN, password: DEMO_PASSWORD }
  expect((await laptop.call('POST', '/v1/cc_signin', credentials)).status).toBe(200)
})

test("ACC-9 once connected the subject identifies the account, even when the provider's email changes", async () => {
  const made = await shop()
  const ben = known({ email: BEN, email_verified: true })
  await signInBy(await made.shopper(), ben)
  const account = accountOf(made, BEN)
  provider.knows({ ...ben, email: 'ben@elsewhere.example', email_verified: false })
  const later = await made.shopper()
  expect((await signInBy(later, ben)).headers.get('location')).toBe('/cart')
  expect(accountOf(made, 'ben@elsewhere.example')).toBeUndefined()
  expect(accountOf(made, BEN)).toEqual(account)
  expect(signedIn(made).map(({ userId }) => userId)).toEqual([account?.id, account?.id])
})

test.each([
  ['unverified', { email: BEN, email_verified: false }],
  ['not said to be verified', { email: BEN }],
  ['unverified and nobody’s', { email: 'nobody@example.com', email_verified: false }],
  ['none', {}],
  ['no address', { email: 'nobody', email_verified: true }],
])(
  'ACC-9 an email that is %s signs in to no account and creates none, with the same message each time',
  async (_, person) => {
    const made = await shop()
    const before = made.db.select().from(users).all()
    const eve = await made.shopper()
    const said = await refusal(eve, await signInBy(eve, known(person)))
    expect(said).toContain('verified your email address')
    expect(said).not.toContain('@')
    expect(made.db.select().from(users).all()).toEqual(before)
    expect([signedIn(made), made.db.select().from(identities).all()]).toEqual([[], []])
  },
)

test("ACC-9 SEC-4 whoever signed up with another person's email loses all access when the owner signs in", async () => {
  const made = await shop()
  const [eve, nora] = [await made.shopper(), await made.shopper()]
  const credentials = { email: NORA.email, password: 'eve was here first' }
  expect((await eve.call('POST', '/v1/create_account', credentials)).status).toBe(200)
  await eve.visit('/')
  const wish = await eve.call('POST', `/v1/update_user_email/${accountOf(made, NORA.email)?.token}`, {
    email: 'eve@example.com',
    password: credentials.password,
  })
  expect(wish.status).toBe(200)
  expect((await connecting(eve, 'same-origin')).headers.get('location')).toBe('/account')
  expect(await (await eve.visit('/account')).text()).toContain('please confirm your email address first')

  const noras = known(NORA)
  expect((await signInBy(nora, noras)).headers.get('location')).toBe('/cart')
  const account = accountOf(made, NORA.email)
  const open = made.db.select().from(mailedLinks).where(isNull(mailedLinks.spentAt)).all()
  expect(open).toEqual([])
  expect(signedIn(made)).toHaveLength(1)
  expect(subjectsOf(made, account?.id).map(({ subject }) => subject)).toEqual([noras.sub])
  expect((await eve.call('POST', '/v1/cc_signin', credentials)).status).not.toBe(200)
})

test('ACC-9 a callback is valid once, in the browser that started the sign-in', async () => {
  const made = await shop()
  const [nora, eve] = [await made.shopper(), await made.shopper()]
  const { back } = await goThere(nora, known(NORA).sub)
  expect(await refusal(eve, await eve.visit(back))).toContain('started in another browser')

  await goThere(eve, null)
  expect(await refusal(eve, await eve.visit(back))).toContain(UNSOUND)

  await nora.send(back, { method: 'HEAD' })
  expect(signedIn(made)).toEqual([])
  const cookie = nora.cookies.get('sign_in_elsewhere') ?? ''
  expect((await nora.visit(back)).headers.get('location')).toBe('/cart')
  const replaying = await made.shopper()
  replaying.cookies.set('sign_in_elsewhere', cookie)
  expect(await refusal(replaying, await replaying.visit(back))).toContain(UNSOUND)
  expect(signedIn(made)).toHaveLength(1)
})

test('ACC-9 a wrong state, a changed or borrowed cookie, or a callback after ten minutes signs nobody in', async () => {
  const made = await shop()
  const nora = await made.shopper()
  const { sub } = known(NORA)
  for (const change of [
    (back: string) => back.replace(/state=[^&]+/, 'state=somebody-elses'),
    (back: string) => back.replace(/&?state=[^&]+/, ''),
    (back: string) => back.replace(/code=[^&]+/, 'code=guessed'),
    (back: string) => back.replace(/&?iss=[^&]+/, '&iss=https://evil.example'),
    () => '/auth/oidc/callback',
  ]) {
    const { back } = await goThere(nora, sub)
    expect(await refusal(nora, await nora.visit(change(back)))).toContain(UNSOUND)
  }
  for (const cookie of ['', 'x', nora.cookies.get('session') ?? '']) {
    const { back } = await goThere(nora, sub)
    nora.cookies.set('sign_in_elsewhere', cookie)
    expect(await refusal(nora, await nora.visit(back))).toContain('took too long')
  }
  const { back } = await goThere(nora, sub)
  made.pass(600_000)
  expect(await refusal(nora, await nora.visit(back))).toContain('took too long')
  expect([signedIn(made), accountOf(made, NORA.email)]).toEqual([[], undefined])
})

test.each(['nonce', 'code_challenge'])(
  'ACC-9 a callback for another %s than ours signs nobody in',
  async (name) => {
    const social = createSocial([provider.config()])
    const made = await world({
      services: {
        social: {
          ...social,
          async begin(...asked) {
            const begun = await social.begin(...asked)
            if (begun.ok) begun.address.searchParams.set(name, 'A'.repeat(43))
            return begun
          },
        },
      },
    })
    const nora = await made.shopper()
    const answer = await signInBy(nora, known(NORA))
    expect(await refusal(nora, answer)).toContain(UNSOUND)
    expect(signedIn(made)).toEqual([])
  },
)

test('ACC-9 declining at the provider shows a message, and keeps the requested page', async () => {
  const made = await shop()
  const nora = await made.shopper()
  const { back } = await goThere(nora, null)
  const answer = await nora.visit(back)
  expect(answer.headers.get('location')).toBe('/signin?redirect_url=%2Fcart')
  expect(await refusal(nora, answer)).toContain('share your details with us')
})

test('ACC-9 a provider that is down gets the visitor a message, before and after the redirect; it works once back up', async () => {
  const down = await openOidcProvider()
  down.isDown(true)
  const made = await world({ config: { social: [down.config()] } })
  const nora = await made.shopper()
  expect(await refusal(nora, await nora.visit('/auth/oidc'))).toContain('can&#39;t reach Pasture ID')
  const nobody = await world({
    config: { social: [down.config({ issuer: `http://127.0.0.1:${await freePort()}` })] },
  })
  const ana = await nobody.shopper()
  expect(await refusal(ana, await ana.visit('/auth/oidc'))).toContain('can&#39;t reach Pasture ID')

  down.isDown(false)
  down.knows({ sub: 'nora', ...NORA })
  const away = await nora.visit('/auth/oidc')
  const { address } = await down.travel(away.headers.get('location') ?? '', 'nora')
  down.isDown(true)
  expect(await refusal(nora, await nora.visit(address))).toContain('can&#39;t reach Pasture ID')
  expect(signedIn(made)).toEqual([])
  down.isDown(false)
  await nora.visit('/auth/oidc')
  expect(down.asked.filter((request) => request.includes('.well-known'))).toHaveLength(2)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%0d%0aSet-Cookie:x',
])('SEC-5 ACC-9 never redirects to %s', async (hostile) => {
  const made = await shop()
  const nora = await made.shopper()
  const { back } = await goThere(
    nora,
    known(NORA).sub,
    `/auth/oidc?redirect_url=${encodeURIComponent(hostile)}`,
  )
  expect((await nora.visit(back)).headers.get('location')).toBe('/')
})

const connecting = (shopper: Shopper, site: string) =>
  shopper.send('/auth/oidc?redirect_url=/account', {
    headers: { accept: 'text/html', 'sec-fetch-site': site },
  })

async function benSignedIn() {
  const made = await shop()
  const ben = await made.shopper()
  await ben.call('POST', '/v1/cc_signin', { email: BEN, password: DEMO_PASSWORD })
  await ben.visit('/')
  return { made, ben, account: accountOf(made, BEN) }
}

test('ACC-9 a signed-in user connects a provider with their own click, whatever its email, and gets a mail', async () => {
  const { made, ben, account } = await benSignedIn()
  expect(await (await ben.visit('/account')).text()).toContain('Connect Pasture ID')
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await connecting(ben, site)).headers.get('location')).toBe('/account')
  const { sub } = known({ email: 'ben@elsewhere.example', email_verified: false })
  const away = await connecting(ben, 'same-origin')
  const { address } = await provider.travel(away.headers.get('location') ?? '', sub)
  expect((await ben.visit(address)).headers.get('location')).toBe('/account')
  expect(subjectsOf(made, account?.id).map(({ subject }) => subject)).toEqual([sub])
  await made.settleDown()
  expect(
    made.db
      .select()
      .from(outboxMessages)
      .all()
      .map(({ recipient }) => recipient),
  ).toContain(BEN)
  const phone = await made.shopper()
  expect((await signInBy(phone, { sub })).headers.get('location')).toBe('/cart')
})

test("ACC-9 SEC-4 another account's identity can't be connected, nor any after sign-out or an hour after sign-in", async () => {
  const { made, ben, account } = await benSignedIn()
  const ana = known({ email: 'shopper@example.com', email_verified: true })
  await signInBy(await made.shopper(), ana)
  const away = await connecting(ben, 'same-origin')
  const taken = await provider.travel(away.headers.get('location') ?? '', ana.sub)
  expect((await ben.visit(taken.address)).headers.get('location')).toBe('/account')
  expect(await (await ben.visit('/account')).text()).toContain('already connected to another account here')

  const again = await connecting(ben, 'same-origin')
  const { address } = await provider.travel(again.headers.get('location') ?? '', known({}).sub)
  await ben.call('POST', '/v1/cc_signout')
  await ben.visit('/')
  expect(await refusal(ben, await ben.visit(address))).toContain('took too long')

  await ben.call('POST', '/v1/cc_signin', { email: BEN, password: DEMO_PASSWORD })
  await ben.visit('/')
  made.pass(3_600_001)
  expect((await connecting(ben, 'same-origin')).headers.get('location')).toBe('/account')
  expect(subjectsOf(made, account?.id)).toEqual([])
})

test('ACC-9 SEC-3 repeated invalid callbacks are rate-limited', async () => {
  const made = await shop({ rateLimited: true })
  const eve = await made.shopper()
  for (let times = 0; times < 10; times++) await eve.visit('/auth/oidc/callback?code=x&state=y')
  const { back } = await goThere(eve, known(NORA).sub)
  const answer = await eve.visit(back)
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(signedIn(made)).toEqual([])
})
