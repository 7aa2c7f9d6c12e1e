import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { idempotencyKeys, jobs, users } from '#db/schema/index.ts'
import { addDays } from '#src/day.ts'
import { instantOf } from '#src/delivery/zones.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { BEN, mailedPath, mailsTo, signedIn, userOf } from '../support/account.ts'
import { changeOrder, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { sendCard } from '../support/own-cards.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

afterEach(() => vi.restoreAllMocks())

const EVE = { email: 'eve@example.com', password: 'brisket on sunday' }

const close = (who: Shopper, more: object = {}) => who.call('POST', '/account/close', { sure: true, ...more })

async function signedUp(made: World, account = EVE): Promise<Shopper> {
  const shopper = await made.shopper()
  await shopper.call('POST', '/v1/create_account', account)
  await shopper.visit('/cart')
  return shopper
}

async function bought(made: World, who: Shopper): Promise<string> {
  const token = await readyToPay(who, made.db, { email: EVE.email })
  await who.confirm((await prepareToPay(who, token)).clientSecret)
  await made.settleDown()
  return token
}

test("SET-1 SEC-4 a closed account's id is never reused, so pending work can't reach another account", async () => {
  const made = await world()
  const eve = await signedUp(made)
  const { id } = userOf(made, EVE.email)
  await close(eve)
  await signedUp(made, { ...EVE, email: 'next@example.com' })
  expect(userOf(made, 'next@example.com').id).toBeGreaterThan(id)
  for (const table of ['users', 'card_setups', 'stored_cards'])
    expect(
      made.db.get<{ sql: string }>(sql`select sql from sqlite_master where name = ${table}`).sql,
    ).toMatch(/AUTOINCREMENT/)
})

test('SET-1 closing twice at once closes once, with one good-bye mail', async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.pass(61 * 60_000)
  const sure = { current_password: DEMO_PASSWORD }
  const [first, second] = await Promise.all([close(ben, sure), close(ben, sure)])
  expect(first.status).toBe(200)
  expect([200, 403]).toContain(second.status) // 403 if its session ended before the check
  await made.settleDown()
  expect(mailsTo(made, BEN)).toHaveLength(1)
})

test('CHK-10 SET-1 a card being sent to the provider while its account closes is not kept there', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const { stripe } = made.services
  const create = stripe.customers.create.bind(stripe.customers)
  const names: string[] = []
  let letGo = () => {}
  const closed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const late = async (...asked: Parameters<typeof create>) => {
    await closed
    const customer = await create(...asked)
    names.push(customer.id)
    return customer
  }
  vi.spyOn(stripe.customers, 'create').mockImplementation(late as unknown as typeof create)
  const adding = sendCard(ben, 'tok_visa')
  await vi.waitFor(() => expect(stripe.customers.create).toHaveBeenCalled(), { timeout: 30_000 })
  expect((await close(ben)).status).toBe(200)
  letGo()
  expect((await adding).status).toBe(401)
  await made.settleDown()
  expect(names).toHaveLength(1)
  expect(await stripe.customers.retrieve(names[0] ?? '')).toMatchObject({ deleted: true })
})

test('SET-1 other requests in flight while an account closes are refused, without a 5xx', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const { token } = userOf(made, BEN)
  made.pass(61 * 60_000)
  const proof = { current_password: DEMO_PASSWORD }
  const [, wish] = await Promise.all([
    close(ben, proof),
    ben.call('POST', `/v1/update_user_email/${token}`, { email: 'new@example.com', ...proof }),
  ])
  expect([200, 401]).toContain(wish.status)
  expect(made.db.select().from(users).where(eq(users.email, BEN)).all()).toEqual([])
})

test("ORD-2 SET-1 a guest's receipt link stays dead after the account that claimed the order is closed", async () => {
  const made = await world()
  const eve = await made.shopper()
  const order = await bought(made, eve)
  const link = `/account/orders/${order}?key=${guestKey(made.services.config, order)}`
  const statuses: number[] = []
  const open = async () => statuses.push((await (await made.shopper()).visit(link)).status)
  await open()
  await eve.call('POST', '/v1/create_account', EVE)
  await eve.visit('/cart')
  await open()
  await close(eve)
  await open()
  expect(statuses).toEqual([200, 303, 303])
  const page = await (await made.shopper()).visit(
    link.replace(/.*key=/, `/create-password?order=${order}&key=`),
  )
  expect(await page.text()).not.toContain(EVE.email)
})

test('SET-1 an order released twice is anonymized once its box is no longer needed, not earlier', async () => {
  const made = await world()
  const orderNow = () => orderOf(made.db, order)
  const provenAgain = async () => {
    const eve = await signedUp(made)
    await eve.call('POST', await mailedPath(made, EVE.email, '/confirm-email/'))
    return eve
  }
  const eve = await provenAgain()
  const order = await bought(made, eve)
  await close(eve)
  made.pass(3_600_000)
  const again = await provenAgain()
  expect(orderNow()).toMatchObject({ userId: userOf(made, EVE.email).id, personReleasedAt: null })
  const first = orderNow().arrivalOn as NonNullable<ReturnType<typeof orderNow>['arrivalOn']>
  changeOrder(made.db, order, { arrivalOn: addDays(first, 20) })
  await close(again)
  const toDay = async (days: number) => {
    made.pass(instantOf(addDays(first, days), 0, 'America/New_York') - made.clock.now() + 1_000)
    await made.settleDown()
    return orderNow().deliveryStreet1
  }
  expect([await toDay(31), await toDay(51)]).toEqual([expect.any(String), null])
})

test('SET-1 a box rescheduled after its owner left keeps its address until then', async () => {
  const made = await world()
  const eve = await signedUp(made)
  const order = await bought(made, eve)
  await close(eve)
  const [{ runAt } = { runAt: 0 }] = made.db.select().from(jobs).where(eq(jobs.kind, 'erase_order')).all()
  const { arrivalOn } = orderOf(made.db, order)
  changeOrder(made.db, order, { arrivalOn: arrivalOn && addDays(arrivalOn, 5) })
  made.pass(runAt - made.clock.now() + 1_000)
  await made.settleDown()
  expect(orderOf(made.db, order).deliveryStreet1).not.toBeNull()
  made.pass(5 * 24 * 3_600_000)
  await made.settleDown()
  expect(orderOf(made.db, order).deliveryStreet1).toBeNull()
})

test('SET-1 responses stored for idempotency are deleted with their account', async () => {
  const made = await world()
  const ben = await signedIn(made)
  await ben.send(`/v1/update_user_full_name/${userOf(made, BEN).token}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': ben.token,
      'idempotency-key': 'once',
    },
    body: JSON.stringify({ first_name: 'Zedekiah', phone_number: '206-555-0142' }),
  })
  const kept = () => JSON.stringify(made.db.select().from(idempotencyKeys).all())
  expect(kept()).toContain('Zedekiah')
  await close(ben)
  expect(kept()).not.toContain('Zedekiah')
})
