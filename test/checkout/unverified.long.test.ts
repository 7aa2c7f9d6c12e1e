import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { jobs, orders, staffFlags } from '#db/schema/index.ts'
import { createLog } from '#src/log.ts'
import type { Verification } from '#src/postal/place.ts'
import { smartyVerifier } from '#src/providers/addresses/smarty-verifier.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { toldVerifier } from '../support/address-verifiers.ts'
import { fillCart, orderOf, prepareToPay, readyToPay, SEATTLE } from '../support/buying.ts'
import { saveStep } from '../support/delivery-step.ts'
import { outsideServer } from '../support/outside-server.ts'
import { world } from '../support/world.ts'

const PIKE = { street1: '1912 Pike Pl', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
const confirmed = (change?: Partial<typeof PIKE>): Verification => ({
  status: 'confirmed',
  ...(change ? { suggestion: { ...PIKE, ...change } } : {}),
})
const HOUR = 3_600_000

/** Ana's cart, with an address accepted while the verifier was down. */
async function unverifiedBox() {
  const { told, verifier } = toldVerifier({ status: 'unverified' })
  const made = await world({ services: { addressVerifier: verifier } })
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  return { ...made, told, ana, token, status: () => orderOf(made.db, token).addressStatus }
}

const verifyJobs = ({ db }: { db: Db }) => db.select().from(jobs).where(eq(jobs.kind, 'verify_address')).all()

const flagged = (db: Db, kind: string) => db.select().from(staffFlags).where(eq(staffFlags.kind, kind)).all()

describe('CHK-3 R29 an address entered while the verifier is down', () => {
  test('CHK-3 is accepted, marked as unverified, and can be paid for', async () => {
    const { db, ana, token, status } = await unverifiedBox()
    expect(orderOf(db, token)).toMatchObject({
      addressStatus: 'unverified',
      addressVerifiedAt: null,
      deliveryStreet1: '1912 Pike Pl',
      fcId: 1,
      arrivalOn: expect.any(String),
    })
    expect(await prepareToPay(ana, token)).toMatchObject({ clientSecret: expect.any(String) })
    expect(status()).toBe('unverified')
  })

  test('CHK-3 is still rejected if no verifier could fix it, without asking the verifier', async () => {
    const { told, verifier } = toldVerifier({ status: 'unverified' })
    const { shopper, db } = await world({ services: { addressVerifier: verifier } })
    const ana = await shopper()
    const order_token = await fillCart(ana, db)
    for (const change of [
      { delivery_street_address_1: 'PO Box 7' },
      { delivery_postal_code: '9810' },
      { delivery_postal_code: '99501', delivery_state: 'AK', delivery_city: 'Anchorage' },
      { mobile_phone_number: '1' },
    ]) {
      const answer = await ana.call('POST', '/v1/stripe_update_address', {
        order_token,
        ...SEATTLE,
        ...change,
      })
      expect(answer.status).toBe(422)
    }
    expect(told.asked).toEqual([])
  })

  test('CHK-3 is verified later and confirmed', async () => {
    const { told, services, db, token, status, clock, pass } = await unverifiedBox()
    await runDueJobs(services)
    expect(status()).toBe('unverified')
    told.answer = confirmed()
    pass(HOUR)
    await runDueJobs(services)
    expect(orderOf(db, token)).toMatchObject({ addressStatus: 'confirmed', addressVerifiedAt: clock.now() })
    expect(verifyJobs({ db })).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  test('CHK-3 is retried after a crash, and for about a day before staff are alerted', async () => {
    const { told, services, db, pass, status } = await unverifiedBox()
    db.update(jobs).set({ state: 'running' }).where(eq(jobs.kind, 'verify_address')).run()
    for (let hour = 0; hour < 30; hour += 1) {
      await runDueJobs(services)
      pass(HOUR)
    }
    expect(told.asked.length).toBeGreaterThan(20)
    expect(told.asked.length).toBeLessThan(27)
    expect(verifyJobs({ db })).toMatchObject([{ state: 'failed' }])
    expect(flagged(db, 'job_failed')).toHaveLength(1)
    expect(status()).toBe('unverified')
  })

  test.each([
    ['not found', { status: 'unconfirmed' } as const, 'unconfirmed'],
    ['found at another ZIP code', confirmed({ zip: '98104' }), 'unconfirmed'],
    ['found in another street', confirmed({ street1: '1912 Pine St' }), 'unconfirmed'],
    ['only written otherwise', confirmed({ street1: '1912 PIKE PLACE' }), 'confirmed'],
  ])('CHK-3 %s later, becomes %s', async (_, answer, expected) => {
    const { told, services, status } = await unverifiedBox()
    told.answer = answer
    await runDueJobs(services)
    expect(status()).toBe(expected)
  })

  test('CHK-3 alerts staff once if the order is paid, without the address', async () => {
    const { told, db, ana, token, services, settleDown, status } = await unverifiedBox()
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    told.answer = { status: 'unconfirmed', hint: 'canary' }
    await settleDown()
    await runDueJobs(services)
    expect(orderOf(db, token).placedAt).not.toBeNull()
    expect(status()).toBe('unconfirmed')
    const flags = flagged(db, 'address_unconfirmed')
    expect(flags).toMatchObject([{ kind: 'address_unconfirmed', orderId: orderOf(db, token).id }])
    expect(flags[0]!.detail).not.toMatch(/Pike|canary/)
  })

  test('CHK-3 is not judged by the verdict on an older address', async () => {
    const { told, services, db, ana, token } = await unverifiedBox()
    const other = { ...SEATTLE, delivery_street_address_1: '12 Elm St' }
    told.before = async () => {
      told.before = async () => {}
      await ana.call('POST', '/v1/stripe_update_address', { order_token: token, ...other })
      told.answer = { status: 'unconfirmed' }
    }
    await runDueJobs(services)
    expect(orderOf(db, token)).toMatchObject({ addressStatus: 'unverified', deliveryStreet1: '12 Elm St' })
    told.answer = confirmed()
    await runDueJobs(services)
    expect(orderOf(db, token).addressStatus).toBe('confirmed')
    expect(verifyJobs({ db })).toHaveLength(2)
  })

  test('CHK-3 is verified again if the same address is entered once more', async () => {
    const { told, services, db, ana, token, status } = await unverifiedBox()
    told.answer = { status: 'unconfirmed' }
    await runDueJobs(services)
    expect(status()).toBe('unconfirmed')
    told.answer = { status: 'unverified' }
    await ana.call('POST', '/v1/stripe_update_address', { order_token: token, ...SEATTLE })
    told.answer = confirmed()
    await runDueJobs(services)
    expect(status()).toBe('confirmed')
    expect(verifyJobs({ db })).toHaveLength(2)
  })
})

test('CHK-3 R29 changed on a placed order while the verifier is down is verified later, too', async () => {
  const { told, verifier } = toldVerifier()
  const { shopper, db, services, settleDown } = await world({ services: { addressVerifier: verifier } })
  const ana = await shopper()
  const token = await readyToPay(ana, db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await settleDown()
  const change = { purpose: 'save', delivery_street_address_1: '12 Elm St' }

  told.answer = confirmed({ zip: '98104' })
  const refused = await saveStep(ana, token, { ...change, address_confirmation_bypass: 'accept' })
  expect(refused).toMatchObject({ status: 422, error: expect.stringContaining('ZIP code 98104') })
  expect(orderOf(db, token).deliveryStreet1).toBe('1912 Pike Pl')

  told.answer = { status: 'unverified' }
  expect(await saveStep(ana, token, change)).toMatchObject({ status: 200 })
  expect(orderOf(db, token)).toMatchObject({ addressStatus: 'unverified', deliveryStreet1: '12 Elm St' })
  told.answer = { status: 'unconfirmed' }
  await runDueJobs(services)
  expect(orderOf(db, token).addressStatus).toBe('unconfirmed')
  expect(flagged(db, 'address_unconfirmed')).toHaveLength(1)
})

test('CHK-3 R29 OPS-4 with a real server that fails, then answers: checkout continues, and it is confirmed later', async () => {
  const server = await outsideServer(() => [
    {
      delivery_line_1: '1912 Pike Pl',
      components: { city_name: 'Seattle', state_abbreviation: 'WA', zipcode: '98101' },
      analysis: { dpv_match_code: 'Y' },
    },
  ])
  const log = createLog('silent')
  const addressVerifier = smartyVerifier({ url: server.url, key: 'an-id:a-token', log })
  const { shopper, db, services, pass } = await world({ services: { addressVerifier } })
  const ana = await shopper()
  server.state.mood = 'reset'
  const token = await readyToPay(ana, db)
  expect(orderOf(db, token).addressStatus).toBe('unverified')
  server.state.mood = 'broken'
  await runDueJobs(services)
  server.state.mood = 'right'
  pass(HOUR)
  await runDueJobs(services)
  expect(orderOf(db, token).addressStatus).toBe('confirmed')
})

test('CHK-3 a suggestion with another ZIP code changes the center and days, too', async () => {
  const newYork = { street1: '350 5th Ave', street2: '', city: 'New York', state: 'NY', zip: '10001' }
  const { told, verifier } = toldVerifier({ status: 'confirmed', suggestion: newYork })
  const { shopper, db } = await world({ services: { addressVerifier: verifier } })
  const ana = await shopper()
  const order_token = await fillCart(ana, db)
  const save = (more: object) =>
    ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE, ...more })
  expect(await (await save({})).json()).toMatchObject({ error_type: 'modified_to_achieve_match' })
  const asked = (await (await save({ address_confirmation_bypass: 'accept' })).json()) as {
    error_type?: string
    error_details: { version: string }
  }
  if (asked.error_type === 'fc_changed') {
    const fc_change_acknowledged = asked.error_details.version
    expect((await save({ address_confirmation_bypass: 'accept', fc_change_acknowledged })).status).toBe(200)
  }
  const order = orderOf(db, order_token)
  expect(order).toMatchObject({
    deliveryPostalCode: '10001',
    deliveryState: 'NY',
    addressStatus: 'confirmed',
  })
  expect(order.fcId).not.toBe(1)
  told.answer = {
    status: 'confirmed',
    suggestion: { ...newYork, city: 'Anchorage', state: 'AK', zip: '99501' },
  }
  expect(await (await save({ address_confirmation_bypass: 'accept' })).json()).toMatchObject({
    message: "Sorry, we don't deliver to that postal code.",
  })
  expect(db.select().from(orders).where(eq(orders.token, order_token)).get()?.deliveryPostalCode).toBe(
    '10001',
  )
})
