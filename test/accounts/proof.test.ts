import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders, outboxMessages, users } from '#db/schema/index.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { type World, world } from '../support/world.ts'

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

test('ACC-6 a guest who chooses a password keeps the orders of this browser', async () => {
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

test('ACC-6 on another device the mailed receipt proves the address, and the order comes along', async () => {
  const { made, token, receipt } = await guestsBox()
  const phone = await made.shopper()
  const order = await (await phone.visit(receipt)).text()
  const link = /href="(\/create-password\?[^"]+)"/.exec(order)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const page = await (await phone.visit(link)).text()
  const key = /name="order_key" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await expectOk(
    phone.call('POST', '/v1/create_account', {
      email: ANA,
      password: PASSWORD,
      order_token: token,
      order_key: key,
    }),
  )
  expect(accountOf(made, ANA)?.emailVerifiedAt).not.toBeNull()
  expect(orderOf(made.db, token).userId).toBe(accountOf(made, ANA)?.id)
})

test('ACC-6 SEC-4 an account made under a stranger’s address, or with a key of another order, gets none of their orders', async () => {
  const { made, token } = await guestsBox()
  await signUp(made, ANA, { order_token: token, order_key: 'x' })
  expect(orderOf(made.db, token).userId).toBeNull()
  expect(accountOf(made, ANA)?.emailVerifiedAt).toBeNull()
})

test('ACC-2 a new account is welcomed by mail; whoever is signed in to it confirms the address with that link', async () => {
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

test('SEC-4 ACC-4 who made an account under an address of another’s loses it to the address’s owner', async () => {
  const { made } = await guestsBox()
  const eve = await signUp(made, ANA)
  const ana = await made.shopper()
  await ana.call('POST', '/v1/send_email_login_link', { email_address: ANA })
  const link = pathIn(await newestMail(made, ANA), /\/magic-link\/[\w-]+/)
  await ana.submit('POST', link)
  expect(await (await ana.visit('/')).text()).toContain('please choose a new password')
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
