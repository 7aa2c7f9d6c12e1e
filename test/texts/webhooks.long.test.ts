import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, preferences, staffFlags, textSubscriptions, users } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { textSignature } from '#src/providers/texts/signature.ts'
import { replyWord } from '#src/texts/reply-words.ts'
import { postText as post, report } from '../support/text-webhooks.ts'
import {
  giveText,
  PHONE,
  subscribe,
  subscriptionRows,
  textRows,
  textsAt,
  toldTexter,
} from '../support/texts.ts'
import { type World, world } from '../support/world.ts'

const NOON = Date.parse('2026-11-24T20:00:00Z')

const sms = (sid: string, body: string, more: Record<string, string> = {}) => ({
  MessageSid: sid,
  From: PHONE,
  To: '+12065550199',
  Body: body,
  NumMedia: '',
  ...more,
})

async function shopOfTwo() {
  const shop = await world({ now: NOON })
  subscribe(shop, 'shopper@example.com')
  subscribe(shop, 'other@example.com')
  return shop
}

const states = (shop: World) => subscriptionRows(shop).map(({ state, endReason }) => [state, endReason])

test('TRK-3 STOP from a shared number ends every subscription and marketing texts, with one reply', async () => {
  const shop = await shopOfTwo()
  const user = shop.db.select().from(users).where(eq(users.email, 'other@example.com')).get()
  shop.db
    .update(users)
    .set({ phone: PHONE })
    .where(eq(users.id, user?.id ?? 0))
    .run()
  shop.db
    .insert(preferences)
    .values({ userId: user?.id ?? 0, level: 'weekly', topics: [], textLevel: 'weekly', changedAt: 1 })
    .onConflictDoUpdate({ target: preferences.userId, set: { textLevel: 'weekly' } })
    .run()
  shop.db
    .insert(consents)
    .values({
      kind: 'sms_delivery',
      source: 'x',
      email: 'other@example.com',
      phone: PHONE,
      words: 'w',
      givenAt: 1,
    })
    .run()
  shop.pass(12 * 3_600_000)
  await giveText(shop, { key: 'night', body: 'Waits for morning.' })
  const first = await post(shop, sms('SM1', ' stop. '))
  expect([first.status, first.type?.split(';')[0], first.text]).toEqual([
    200,
    'text/xml',
    '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  ])
  expect(states(shop)).toEqual([
    ['off', 'stop'],
    ['off', 'stop'],
  ])
  expect(
    shop.db
      .select()
      .from(preferences)
      .where(eq(preferences.userId, user?.id ?? 0))
      .get()?.textLevel,
  ).toBe('never')
  expect(shop.db.select().from(consents).where(eq(consents.words, 'w')).get()?.endedAt).toBe(shop.clock.now())
  await post(shop, sms('SM1', 'STOP'))
  await shop.settleDown()
  expect(textsAt(shop)).toEqual([
    "Droveway: You won't get any more texts from us. Reply START to get them again.",
  ])
})

test('TRK-3 START and UNSTOP restore what STOP ended, but nothing its owner turned off on the site', async () => {
  const shop = await shopOfTwo()
  const [, second] = subscriptionRows(shop)
  shop.db
    .update(textSubscriptions)
    .set({ state: 'off', endReason: 'person' })
    .where(eq(textSubscriptions.id, second?.id ?? 0))
    .run()
  await post(shop, sms('SM1', 'Opt-Out'))
  await post(shop, sms('SM2', 'UNSTOP'))
  expect(states(shop)).toEqual([
    ['on', null],
    ['off', 'person'],
  ])
  const standing = and(eq(consents.phone, PHONE), isNull(consents.endedAt))
  expect(shop.db.select().from(consents).where(standing).all()).toMatchObject([
    { phone: PHONE, endedAt: null, words: expect.stringContaining('up to 6 texts a box') },
  ])
  await shop.settleDown()
  expect(textsAt(shop)).toHaveLength(2)
})

test('TRK-3 CANCEL stops texts and says that no box is canceled; HELP and unknown words get replies', async () => {
  const shop = await shopOfTwo()
  await post(shop, sms('SM1', 'HELP'))
  await post(shop, sms('SM2', 'Is it gluten free?'))
  await post(shop, sms('SM3', 'cancel my order'))
  await shop.settleDown()
  const [help, unknown, cancel] = textsAt(shop)
  expect(help).toContain(
    'Help: help@droveway.example or (555) 010-0199. Msg & data rates may apply. Reply STOP',
  )
  expect(unknown).toContain('Nobody reads replies here.')
  expect(cancel).toMatch(
    /This doesn't cancel a box\. To cancel a box: http:\/\/localhost:3000\/account\/orders/,
  )
  expect(states(shop).map(([state]) => state)).toEqual(['off', 'off'])
})

test('TRK-3 if the gateway has already replied, we act without a reply', async () => {
  const shop = await shopOfTwo()
  await post(shop, sms('SM1', 'STOP', { OptOutType: 'STOP' }))
  await shop.settleDown()
  expect([states(shop).length, textsAt(shop)]).toEqual([2, []])
  expect(states(shop).every(([state]) => state === 'off')).toBe(true)
})

test.each([
  [
    'stop',
    'STOP|stop!|Stop texting me|STOPALL|unsubscribe|END|quit|revoke|OPT OUT|optout|Wrong number|please don’t text me|Please stop|pls stop these|ok stop.|Can you stop please?',
  ],
  ['cancel', 'CANCEL|Cancel.|cancel texts'],
  ['start', 'START|unstop'],
  ['yes', 'YES|yes!|Y'],
  ['help', 'HELP|Info'],
  ['unknown', 'thanks|weekend|I can’t stop eating this|Don’t stop!|'],
])('TRK-3 %s is recognized in what people write', (word, texts) => {
  for (const text of texts.split('|')) expect([text, replyWord(text)]).toEqual([text, word])
})

test('TRK-3 status reports in any order: an outdated one changes nothing, and a final one stays', async () => {
  const gateway = toldTexter()
  const shop = await world({ now: NOON, services: { texter: gateway.texter } })
  await giveText(shop)
  await shop.settleDown()
  const path = '/webhooks/sms/status'
  const state = () => textRows(shop)[0]?.state
  await post(shop, report('SM0', 'delivered'), { path })
  await post(shop, report('SM0', 'sent'), { path })
  await post(shop, report('SM0', 'undelivered', { ErrorCode: '30005' }), { path })
  expect(state()).toBe('delivered')
  expect((await post(shop, report('SM9', 'delivered'), { path })).status).toBe(200)
})

test("TRK-3 a status report that arrives before its call's response finds the text by our own id", async () => {
  const gateway = toldTexter()
  const shop = await world({ now: NOON, services: { texter: gateway.texter } })
  gateway.told.losesAnswer = true
  gateway.told.lists = false
  await giveText(shop)
  await shop.settleDown()
  const path = `/webhooks/sms/status?text=${textRows(shop)[0]?.id}`
  await post(shop, report('SMx', 'delivered', { To: '+12065550000' }), { path })
  expect(textRows(shop)[0]?.state).toBe('sending')
  await post(shop, report('SMx', 'delivered'), { path })
  expect(textRows(shop)[0]).toMatchObject({ state: 'delivered', providerId: 'SMx' })
  await shop.settleDown()
  expect(gateway.sent).toHaveLength(1)
})

test.each([21610, 21211, 21614, 30003, 30005, 30006])(
  "TRK-3 error %i turns the number's texts off, with a flag for staff",
  async (code) => {
    const gateway = toldTexter()
    const shop = await world({ now: NOON, services: { texter: gateway.texter } })
    subscribe(shop, 'shopper@example.com')
    shop.db.delete(staffFlags).run()
    await giveText(shop)
    await shop.settleDown()
    await post(shop, report('SM0', 'undelivered', { ErrorCode: String(code) }), {
      path: '/webhooks/sms/status',
    })
    expect(states(shop)).toEqual([['off', code === 21610 ? 'stop' : 'failed']])
    expect(shop.db.select().from(staffFlags).all()).toMatchObject([{ kind: 'texts_turned_off' }])
  },
)

test('TRK-3 a signed report with an unknown status changes nothing', async () => {
  const gateway = toldTexter()
  const shop = await world({ now: NOON, services: { texter: gateway.texter } })
  await giveText(shop)
  await shop.settleDown()
  const before = textRows(shop)
  for (const status of ['constructor', '__proto__', 'partially_delivered'])
    expect((await post(shop, report('SM0', status), { path: '/webhooks/sms/status' })).status, status).toBe(
      200,
    )
  expect(textRows(shop)).toEqual(before)
})

test('TRK-3 500 forged, outdated and duplicate webhooks change nothing', async () => {
  const shop = await shopOfTwo()
  await post(shop, sms('SM-old', 'HELP'))
  await giveText(shop)
  await shop.settleDown()
  const path = '/webhooks/sms/status'
  const { providerId } = textRows(shop).at(-1) ?? {}
  await post(shop, report(providerId ?? '', 'delivered'), { path })
  const all = () => JSON.stringify([subscriptionRows(shop), textRows(shop), textsAt(shop)])
  const before = all()
  shop.pass(30 * DAY_MS)
  const forged = textSignature(
    `${shop.config.appUrl}/webhooks/sms`,
    new URLSearchParams(sms('SM1', 'STOP')),
    'other',
  )
  const kinds = [
    () => post(shop, sms('SM1', 'STOP'), { signature: forged }),
    () => post(shop, sms('SM1', 'STOP'), { signature: '' }),
    () => post(shop, sms('SM1', 'STOP'), { signedUrl: 'http://forged.example/webhooks/sms' }),
    () => post(shop, sms('SM-old', 'STOP')),
    () => post(shop, report(providerId ?? '', 'sending'), { path }),
  ]
  const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => kinds[n % kinds.length]?.()))
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([400, 200]))
  await shop.settleDown()
  expect(all()).toBe(before)
})
