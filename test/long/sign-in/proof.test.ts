import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, outboxMessages, recurringConsents, users } from '#db/schema/index.ts'
import { normalizeEmail } from '#src/accounts/users.ts'
import { signedIn } from '../../support/account.ts'
import { expectOk, fillCart, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import type { Shopper } from '../../support/shopper.ts'
import { type World, world } from '../../support/world.ts'

const ANA = 'ana@example.com'
const PASSWORD = 'brisket on sunday'

const accountOf = ({ db }: World, email: string) =>
  db.select().from(users).where(eq(users.email, email)).get()

async function newestMail(made: World, to: string): Promise<string> {
  await made.settleDown()
  return (
    made.db.select().from(outboxMessages).where(eq(outboxMessages.recipient, to)).all().at(-1)?.text ?? ''
  )
}

const pathIn = (text: string, path: RegExp) =>
  new RegExp(`http://localhost:3000(${path.source})`).exec(text)?.[1] ?? ''

/** Ana buys a box as a guest. */
async function guestsBox() {
  const made = await world()
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  const receipt = pathIn(await newestMail(made, ANA), /\/account\/orders\/[\w?=-]+/)
  return { made, ana, token, receipt }
}

const signUp = async (made: World, email: string, more: Record<string, string> = {}) => {
  const somebody = await made.shopper()
  await expectOk(somebody.call('POST', '/v1/create_account', { email, password: PASSWORD, ...more }))
  await somebody.visit('/')
  return somebody
}

test("ACC-6 a guest who chooses a password keeps this browser's orders", async () => {
  const { made, ana, token } = await guestsBox()
  const page = await (await ana.visit('/create-password')).text()
  expect(page).toContain(`value="${ANA}"`)
  const answer = await ana.submit('POST', '/v1/create_account', {
    email: ANA,
    password: PASSWORD,
    redirect_url: '/account/orders',
  })
  expect(answer.headers.get('location')).toBe('/account/orders')
  expect(await (await ana.visit('/account/orders')).text()).toContain(orderOf(made.db, token).identifier)
})

test('ACC-6 SEC-4 on another device a receipt, which may be forwarded, claims its order only after email confirmation', async () => {
  const { made, token, receipt } = await guestsBox()
  const phone = await made.shopper()
  const order = await (await phone.visit(receipt)).text()
  const link = /href="(\/create-password\?[^"]+)"/.exec(order)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const page = await (await phone.visit(link)).text()
  const key = /name="order_key" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const wish = { email: ANA, password: PASSWORD, order_token: token, order_key: key }
  const answer = await expectOk(phone.call('POST', '/v1/create_account', wish))
  expect(await answer.json()).toMatchObject({
    redirect_to: receipt,
    message: expect.stringContaining(`you placed with ${ANA}, please open the email we just sent there`),
  })
  expect(accountOf(made, ANA)?.emailVerifiedAt).toBeNull()
  expect(orderOf(made.db, token).userId).toBeNull()
  const waiting = await phone.visit(receipt)
  expect([waiting.status, await waiting.text()]).toEqual([
    200,
    expect.stringMatching(
      /please open the email we just sent there.*adds this\s+order to your account\. We can <a[^>]*>send it again</s,
    ),
  ])

  await phone.submit('POST', pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/))
  expect(orderOf(made.db, token).userId).toBe(accountOf(made, ANA)?.id)
})

test('ORD-2 ACC-6 the receipt page shows each kind of visitor their next step', async () => {
  const { made, receipt } = await guestsBox()
  const hint = async (who: Shopper) =>
    /<p class="order-page__hint">.*?<\/p>/s.exec(await (await who.visit(receipt)).text())?.[0]
  const guest = await made.shopper()
  expect(await hint(guest)).toContain('create a password</a>')
  const other = await signUp(made, 'other-one@example.com')
  expect(await hint(other)).toContain('with a different email than the one on your account')
  const unproven = await signUp(made, ANA)
  expect(await hint(unproven)).toContain('Its link adds this order to your account')
  await unproven.call('POST', pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/))
  expect(await hint(unproven)).toBeUndefined()
})

test('ACC-6 the receipt of an order that is already in an account says so', async () => {
  const { made, ana, receipt } = await guestsBox()
  const link = receipt.replace('/account/orders/', '/create-password?order=').replace('?key=', '&key=')
  const guest = await made.shopper()
  expect(await (await guest.visit(link)).text()).not.toContain('already in an account')
  await expectOk(ana.call('POST', '/v1/create_account', { email: ANA, password: PASSWORD }))
  expect(await (await guest.visit(link)).text()).toContain('already in an account')
})

/** Ana confirms her account's email, then orders under it without signing in. */
async function confirmedAndGuest() {
  const made = await world()
  const phone = await signUp(made, ANA)
  await expectOk(phone.call('POST', pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/)))
  const laptop = await made.shopper()
  const token = await readyToPay(laptop, made.db)
  const { clientSecret } = await prepareToPay(laptop, token)
  await laptop.confirm(clientSecret)
  const receipt = pathIn(await newestMail(made, ANA), /\/account\/orders\/[\w?=-]+/)
  return { made, phone, token, receipt }
}

test('GND-21 ORD-2 a guest order under a confirmed email is claimed by password sign-in, too', async () => {
  const { made, token, receipt } = await confirmedAndGuest()
  const laptop = await made.shopper()
  const page = await (await laptop.visit(receipt)).text()
  const signIn = /href="(\/signin\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const nextPath = new URL(signIn, 'http://localhost:3000').searchParams.get('redirect_url')
  const answer = await laptop.submit('POST', '/v1/cc_signin', {
    email: ANA,
    password: PASSWORD,
    redirect_url: nextPath ?? '',
  })
  expect((await laptop.visit(answer.headers.get('location') ?? '')).status).toBe(200)
  expect(orderOf(made.db, token).userId).toBe(accountOf(made, ANA)?.id)
})

test('ORD-2 SEC-4 a signed-in owner claims the order with a button, and nobody else can', async () => {
  const { made, phone, token, receipt } = await confirmedAndGuest()
  const eve = await signUp(made, 'eve@example.com')
  const claim = `/account/orders/${token}/claim`
  const consent = { renewPeriodType: 'four_weeks', words: 'I ask for a box.', priceCents: 7195 } as const
  const orderId = orderOf(made.db, token).id
  made.db
    .insert(recurringConsents)
    .values({ ...consent, orderId, termsVersion: '1', givenAt: made.clock.now() })
    .run()
  expect((await eve.call('POST', claim)).status).toBe(404)
  expect((await (await made.shopper()).call('POST', claim)).status).toBe(401)
  expect(await (await eve.visit(receipt)).text()).not.toContain('Add to my account')
  expect(orderOf(made.db, token).userId).toBeNull()

  expect(await (await phone.visit(receipt)).text()).toContain('Add to my account')
  const answer = await phone.submit('POST', claim)
  expect(answer.headers.get('location')).toBe(`/account/orders/${token}`)
  expect(orderOf(made.db, token).userId).toBe(accountOf(made, ANA)?.id)
  const standing = made.db.select().from(recurringConsents).where(eq(recurringConsents.orderId, orderId))
  expect(standing.get()?.userId).toBe(accountOf(made, ANA)?.id)
  expect((await phone.call('POST', claim)).status).toBe(404)
})

test('ORD-2 emails of accounts and orders match regardless of case', async () => {
  const { db } = await world()
  for (const typed of ['  Ana@Example.COM ', 'Émile@Example.com', 'ŁUCJA@PRZYKŁAD.example'])
    expect({ folded: normalizeEmail(typed) }).toEqual(db.get(sql`select lower(${typed.trim()}) as folded`))
})

test('ORD-2 SEC-4 an unconfirmed email claims no order', async () => {
  const { made, token } = await guestsBox()
  const eve = await signUp(made, ANA)
  expect((await eve.call('POST', `/account/orders/${token}/claim`)).status).toBe(404)
  expect(orderOf(made.db, token).userId).toBeNull()
})

test("ACC-6 SEC-4 an account under a stranger's email, or with a wrong order key, claims none of their orders", async () => {
  const { made, token } = await guestsBox()
  await signUp(made, ANA, { order_token: token, order_key: 'x' })
  expect(orderOf(made.db, token).userId).toBeNull()
  expect(accountOf(made, ANA)?.emailVerifiedAt).toBeNull()
})

test('ACC-2 a new account gets a welcome mail whose link confirms the email for the signed-in owner', async () => {
  const { made, token } = await guestsBox()
  const laptop = await signUp(made, ANA)
  const link = pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/)
  const stranger = await made.shopper()
  expect((await stranger.visit(link)).headers.get('location')).toBe('/signin')
  const eve = await signUp(made, 'eve@example.com')
  expect([(await eve.visit(link)).status, (await eve.submit('POST', link)).status]).toEqual([410, 410])
  expect(accountOf(made, ANA)?.emailVerifiedAt).toBeNull()

  expect((await laptop.visit(link)).status).toBe(200)
  expect((await laptop.submit('POST', link)).status).toBe(303)
  expect(accountOf(made, ANA)?.emailVerifiedAt).not.toBeNull()
  expect(orderOf(made.db, token).userId).toBe(accountOf(made, ANA)?.id)
  expect((await laptop.submit('POST', link)).status).toBe(410)
})

test("SEC-4 ACC-4 an account made under another person's email is taken over by the email's owner", async () => {
  const { made } = await guestsBox()
  const eve = await signUp(made, ANA)
  const ana = await made.shopper()
  await ana.call('POST', '/v1/send_email_login_link', { email_address: ANA })
  const link = pathIn(await newestMail(made, ANA), /\/magic-link\/[\w-]+/)
  await ana.submit('POST', link)
  expect(await (await ana.visit('/')).text()).toContain('please choose a new password')
  expect(await newestMail(made, ANA)).toContain('we removed that password')
  const asEve = await eve.visit('/account/orders')
  expect(asEve.headers.get('location')).toBe('/signin')
  const again = await (await made.shopper()).call('POST', '/v1/cc_signin', { email: ANA, password: PASSWORD })
  expect(again.status).toBe(401)
  expect(
    made.db
      .select()
      .from(orders)
      .where(eq(orders.email, ANA))
      .all()
      .every(({ userId }) => userId !== null),
  ).toBe(true)
})

test('ACC-2 SET-1 the confirmation mail can be sent again, which invalidates the older link', async () => {
  const made = await world()
  const ana = await signUp(made, ANA)
  const first = pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/)
  expect(await (await ana.visit('/account')).text()).toContain('Send me the link again')
  const answer = await ana.submit('POST', '/account/confirmation')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account#account_email'])
  const second = pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/)
  expect(second).not.toBe(first)
  expect((await ana.visit(first)).status).toBe(410)
  await expectOk(ana.call('POST', second))
  expect(accountOf(made, ANA)?.emailVerifiedAt).not.toBeNull()

  const mails = made.db.select().from(outboxMessages).all().length
  expect(await (await ana.call('POST', '/account/confirmation')).json()).toMatchObject({
    message: 'Your email is already confirmed.',
  })
  await made.settleDown()
  expect(made.db.select().from(outboxMessages).all()).toHaveLength(mails)
  expect(await (await ana.visit('/account')).text()).not.toContain('Send me the link again')
})

test("GND-21 SEC-4 confirming an email claims guest orders placed under it, but no open cart and no account's order", async () => {
  const { made, token } = await guestsBox()
  const others = await guestsBoxOf(made, 'other@example.com')
  const cart = await guestsCart(made)
  const ana = await signUp(made, ANA)
  await expectOk(ana.call('POST', pathIn(await newestMail(made, ANA), /\/confirm-email\/[\w-]+/)))
  const id = accountOf(made, ANA)?.id
  expect([token, cart, others].map((one) => orderOf(made.db, one).userId === id)).toEqual([
    true,
    false,
    false,
  ])
})

/** Paid by a signed-in user who gave Ana's email for the receipt. */
async function guestsBoxOf(made: World, email: string): Promise<string> {
  const ben = await signedIn(made, email)
  const token = await readyToPay(ben, made.db)
  const { clientSecret } = await prepareToPay(ben, token)
  await ben.confirm(clientSecret)
  await made.settleDown()
  expect(orderOf(made.db, token).email).toBe(ANA)
  return token
}

/** An open checkout with Ana's email for the receipt. */
async function guestsCart(made: World): Promise<string> {
  const eve = await made.shopper()
  const order_token = await fillCart(eve, made.db)
  await expectOk(eve.call('POST', '/v1/stripe_update_email', { order_token, email: ANA }))
  return order_token
}
