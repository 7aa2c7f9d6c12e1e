import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, orders, textSubscriptions } from '#db/schema/index.ts'
import { DAY_MS, MINUTE_MS } from '#src/day.ts'
import { currentUserJson, orderJson } from '#src/orders/order-json.ts'
import { TextError } from '#src/providers/texts/texter.ts'
import { endWhatIsOld } from '#src/work/retention.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { postText, report } from '../support/text-webhooks.ts'
import { subscribe, subscriptionRows, textRows, textsAt, toldTexter } from '../support/texts.ts'
import { type World, world } from '../support/world.ts'

const NUMBER = '(206) 555-0177'
const PHONE = '+12065550177'

const on = (who: Shopper, shop: World, fields: object = { mobile_phone_number: NUMBER }) =>
  who.call('POST', `/v1/turn_on_sms_notifications/${userOf(shop, BEN).token}`, { ...fields })

const confirm = (who: Shopper, code: string) => who.call('POST', '/v1/confirm_sms_code', { code })

async function codeIn(shop: World): Promise<string> {
  await shop.settleDown()
  return /\b\d{6}\b/.exec(textsAt(shop, PHONE).at(-1) ?? '')?.[0] ?? ''
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const stateOf = (shop: World) => subscriptionRows(shop).find(({ phone }) => phone === PHONE)?.state

async function beginning() {
  const shop = await world()
  const ben = await signedIn(shop, BEN)
  return { shop, ben }
}

test('TRK-2 texts are off, pending until the code, then on; the code is stored nowhere but in /outbox', async () => {
  const { shop, ben } = await beginning()
  const facts = () => currentUserJson(shop.db, userOf(shop, BEN))
  expect(facts()).toMatchObject({ validated_phone: null, allows_sms_notifications: false })
  const asked = await on(ben, shop)
  expect([asked.status, await asked.json()]).toEqual([
    200,
    { message: `We texted a code to ${NUMBER}. Enter it, or reply YES.`, phone_number: NUMBER },
  ])
  expect(facts()).toMatchObject({ validated_phone: null, allows_sms_notifications: true })
  const code = await codeIn(shop)
  expect(code).toMatch(/^\d{6}$/)
  expect(JSON.stringify([textRows(shop), subscriptionRows(shop)])).not.toContain(code)
  const confirmed = await confirm(ben, code)
  expect([confirmed.status, await confirmed.json()]).toMatchObject([200, { phone_number: NUMBER }])
  expect(facts()).toMatchObject({
    validated_phone: NUMBER,
    allows_sms_notifications: true,
    validated_and_allows_sms_notifications: true,
  })
  const consent = shop.db.select().from(consents).where(eq(consents.phone, PHONE)).get()
  expect(consent).toMatchObject({
    kind: 'sms_delivery',
    email: BEN,
    endedAt: null,
    givenAt: shop.clock.now(),
  })
  expect(consent?.words).toContain('up to 6 texts a box')
  const off = await ben.call('POST', `/v1/turn_off_sms_notifications/${userOf(shop, BEN).token}`)
  expect(await off.json()).toMatchObject({ message: expect.any(String), phone_number: NUMBER })
  expect(stateOf(shop)).toBe('off')
  expect(shop.db.select().from(consents).where(eq(consents.phone, PHONE)).get()?.endedAt).toBe(
    shop.clock.now(),
  )
})

test('TRK-3 a code ends after three wrong attempts or ten minutes; a new one works', async () => {
  const { shop, ben } = await beginning()
  await on(ben, shop)
  const first = await codeIn(shop)
  const answers = []
  for (const code of [wrong(first), wrong(first), wrong(first), first])
    answers.push(((await (await confirm(ben, code)).json()) as { message: string }).message)
  expect(answers).toEqual([
    "That's not the code we texted. Please check it and try again.",
    "That's not the code we texted. Please check it and try again.",
    "That wasn't the code, three times. Please ask for a new one.",
    "That wasn't the code, three times. Please ask for a new one.",
  ])
  const panel = await (await ben.visit('/account')).text()
  expect(panel).toContain('no longer works. Please reply YES to our text, or ask for a new code.')
  expect(panel).not.toContain('Enter it here')
  await on(ben, shop)
  const second = await codeIn(shop)
  shop.pass(10 * MINUTE_MS)
  const late = await confirm(ben, second)
  expect([late.status, await late.json()]).toMatchObject([
    422,
    { message: 'That code is too old. Please ask for a new one.' },
  ])
  await on(ben, shop)
  expect((await confirm(ben, await codeIn(shop))).status).toBe(200)
})

test('TRK-3 concurrent wrong codes all count: nobody gets more than three attempts', async () => {
  const { shop, ben } = await beginning()
  await on(ben, shop)
  const code = await codeIn(shop)
  await Promise.all(Array.from({ length: 10 }, () => confirm(ben, wrong(code))))
  expect((await confirm(ben, code)).status).toBe(422)
  expect(subscriptionRows(shop).find(({ phone }) => phone === PHONE)?.codeTries).toBe(3)
})

test("TRK-2 a stranger's number gets three codes an hour, across accounts; a form needs the consent checked", async () => {
  const { shop, ben } = await beginning()
  const statuses = []
  for (let tries = 0; tries < 4; tries++) statuses.push((await on(ben, shop)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const ana = await signedIn(shop, ANA)
  const hers = `/v1/turn_on_sms_notifications/${userOf(shop, ANA).token}`
  expect((await ana.call('POST', hers, { mobile_phone_number: NUMBER })).status).toBe(429)
  const unticked = { mobile_phone_number: '2065550178', shows_sms_consent: '1' }
  expect((await on(ben, shop, unticked)).status).toBe(422)
  expect((await on(ben, shop, { ...unticked, sms_consent: '1' })).status).toBe(200)
  expect((await on(ben, shop, { mobile_phone_number: '555' })).status).toBe(422)
  expect((await on(ana, shop)).status).toBe(404)
})

test('TRK-2 a session gets six codes an hour, across numbers', async () => {
  const shop = await world({ config: { rateLimited: true } })
  const ben = await signedIn(shop, BEN)
  const statuses = []
  for (let tries = 0; tries < 7; tries++)
    statuses.push((await on(ben, shop, { mobile_phone_number: `206555018${tries}` })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('TRK-2 a guest turns on texts for one order until it arrives; others must sign in', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  const call = `/v1/turn_on_sms_notifications_for_order/${token}`
  const stranger = await shop.shopper()
  expect((await stranger.call('POST', call, { mobile_phone_number: NUMBER })).status).toBe(401)
  const ben = await signedIn(shop, BEN)
  expect((await ben.call('POST', call, { mobile_phone_number: NUMBER })).status).toBe(404)
  expect(await (await ana.call('POST', call, { mobile_phone_number: NUMBER })).json()).toMatchObject({
    phone_number: NUMBER,
  })
  const facts = () => orderJson(shop.db, orderOf(shop.db, token), shop.clock.now())
  expect(facts()).toMatchObject({ allows_sms_notifications: true, validated_phone: null })
  expect((await confirm(stranger, await codeIn(shop))).status).toBe(422)
  expect((await confirm(ana, await codeIn(shop))).status).toBe(200)
  expect(facts()).toMatchObject({
    best_phone_number_for_delivery_notifications: NUMBER,
    allows_sms_notifications: true,
    validated_phone: NUMBER,
  })
  shop.db.update(orders).set({ state: 'delivered' }).where(eq(orders.token, token)).run()
  expect((await ana.call('POST', call, { mobile_phone_number: NUMBER })).status).toBe(422)
})

test('TRK-2 the account page shows each state with its next step, without scripts', async () => {
  const { shop, ben } = await beginning()
  const card = async () => {
    const page = await (await ben.visit('/account')).text()
    return page.slice(page.indexOf('id="account_texts"'), page.indexOf('id="account_sessions"'))
  }
  const before = await card()
  expect(before).toContain('name="sms_consent"')
  expect(before).not.toContain('checked')
  const token = userOf(shop, BEN).token
  const sent = await ben.submit('POST', `/v1/turn_on_sms_notifications/${token}`, {
    mobile_phone_number: NUMBER,
    shows_sms_consent: '1',
    sms_consent: '1',
    return_to: '/account#account_texts',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account#account_texts'])
  expect(await card()).toContain('name="code"')
  const code = await codeIn(shop)
  await ben.submit('POST', '/v1/confirm_sms_code', { code, return_to: '/account#account_texts' })
  expect(await card()).toContain('Turn texts off')
  shop.db
    .update(textSubscriptions)
    .set({ state: 'off', endReason: 'failed' })
    .where(eq(textSubscriptions.phone, PHONE))
    .run()
  expect(await card()).toContain('We turned texts off because this number can&#39;t get them.')
})

test('TRK-2 a new number gets no texts until confirmed; "Never mind" keeps the old one', async () => {
  const { shop, ben } = await beginning()
  await on(ben, shop)
  await confirm(ben, await codeIn(shop))
  const other = { typed: '(206) 555-0178', phone: '+12065550178' }
  const change = () => on(ben, shop, { mobile_phone_number: other.typed })
  const row = () => subscriptionRows(shop).find(({ userId }) => userId === userOf(shop, BEN).id)
  const consentOf = (phone: string) =>
    shop.db.select().from(consents).where(eq(consents.phone, phone)).get()?.endedAt
  expect((await change()).status).toBe(200)
  expect(row()).toMatchObject({ state: 'on', phone: PHONE, nextPhone: other.phone })
  expect(await (await ben.visit('/account')).text()).toContain(`Until then, texts go to ${NUMBER} as before.`)
  const off = `/v1/turn_off_sms_notifications/${userOf(shop, BEN).token}`
  const kept = await ben.call('POST', off, { keep_number: '1' })
  expect(await kept.json()).toMatchObject({ message: `Texts are still on for ${NUMBER}.` })
  expect(row()).toMatchObject({ state: 'on', phone: PHONE, nextPhone: null, codeToken: null })
  expect(consentOf(PHONE)).toBeNull()
  await change()
  await shop.settleDown()
  const code = /\b\d{6}\b/.exec(textsAt(shop, other.phone).at(-1) ?? '')?.[0] ?? ''
  expect(await (await confirm(ben, code)).json()).toMatchObject({ phone_number: other.typed })
  expect(row()).toMatchObject({ state: 'on', phone: other.phone, nextPhone: null })
  expect([consentOf(PHONE), consentOf(other.phone)]).toEqual([shop.clock.now(), null])
  await change()
  await ben.call('POST', off)
  expect(row()).toMatchObject({ state: 'off' })
})

test('TRK-3 YES from the new number confirms it; STOP only abandons the change, and so do two days', async () => {
  const { shop, ben } = await beginning()
  await on(ben, shop)
  await confirm(ben, await codeIn(shop))
  const row = () => subscriptionRows(shop).find(({ userId }) => userId === userOf(shop, BEN).id)
  const other = '+12065550178'
  const reply = (MessageSid: string, Body: string) =>
    postText(shop, { MessageSid, From: other, To: '+12065550199', Body })
  await on(ben, shop, { mobile_phone_number: other })
  await reply('SM1', 'STOP')
  expect(row()).toMatchObject({ state: 'on', phone: PHONE, nextPhone: null })
  await on(ben, shop, { mobile_phone_number: other })
  shop.pass(2 * DAY_MS + MINUTE_MS)
  await endWhatIsOld(shop.services)
  expect(row()).toMatchObject({ state: 'on', phone: PHONE, nextPhone: null })
  await on(ben, shop, { mobile_phone_number: other })
  await reply('SM2', 'YES')
  expect(row()).toMatchObject({ state: 'on', phone: other, nextPhone: null })
})

test.each([
  [21614, 'it may not be a mobile number that gets texts.'],
  [30008, 'it may not be a mobile number that gets texts.'],
  [21610, 'it once texted us STOP.'],
])('TRK-2 the account page says that the code for a new number failed with error %i', async (code, words) => {
  const gateway = toldTexter()
  const shop = await world({ services: { texter: gateway.texter } })
  subscribe(shop, BEN, PHONE)
  const ben = await signedIn(shop, BEN)
  const other = { typed: '(206) 555-0178', phone: '+12065550178' }
  await on(ben, shop, { mobile_phone_number: other.typed })
  await shop.settleDown()
  expect(gateway.sent.at(-1)?.to).toBe(other.phone)
  const page = async () => (await ben.visit('/account')).text()
  expect(await page()).toContain('We texted a code to')
  const lost = { ...report('SM0', 'undelivered', { ErrorCode: String(code) }), To: other.phone }
  await postText(shop, lost, { path: '/webhooks/sms/status' })
  const told = await page()
  expect(told).toContain(`Our code didn’t reach <b>${other.typed}</b>: ${words}`)
  expect(told).toContain(`Until then, texts go to ${NUMBER} as before.`)
  expect(told).toContain('Text me a new code')
  expect(told).not.toContain('name="code"')
  expect(stateOf(shop)).toBe('on')
  await on(ben, shop, { mobile_phone_number: '(206) 555-0179' })
  expect(await page()).not.toContain('Our code didn’t reach')
})

test('TRK-2 for a code that expired before it could be sent, the page says it was never texted', async () => {
  const gateway = toldTexter()
  gateway.told.fail = new TextError('not_done', 20429, 'too many')
  const shop = await world({ services: { texter: gateway.texter } })
  const ben = await signedIn(shop, BEN)
  await on(ben, shop)
  await shop.settleDown()
  shop.pass(11 * MINUTE_MS)
  const page = await (await ben.visit('/account')).text()
  expect(page).toContain('Our code didn’t reach')
  expect(page).not.toContain('The code that we texted')
})

test("TRK-2 SEC-3 closing accounts in between doesn't get a stranger's number more codes", async () => {
  const shop = await world()
  const statuses: number[] = []
  for (const email of [BEN, ANA]) {
    const who = await signedIn(shop, email)
    const path = `/v1/turn_on_sms_notifications/${userOf(shop, email).token}`
    for (let code = 0; code < 2; code++)
      statuses.push((await who.call('POST', path, { mobile_phone_number: NUMBER })).status)
    expect((await who.call('POST', '/account/close', { sure: true })).status).toBe(200)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})
