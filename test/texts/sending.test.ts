import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { shopFacts, staffFlags } from '#db/schema/index.ts'
import { HOUR_MS, MINUTE_MS } from '#src/day.ts'
import { setFact } from '#src/jobs/whereabouts.ts'
import { TextError } from '#src/providers/texts/texter.ts'
import { segmentsOf, toGsm } from '#src/texts/gsm.ts'
import { giveText, PHONE, textRows, textsAt, toldTexter } from '../support/texts.ts'
import { world } from '../support/world.ts'

const NOON = Date.parse('2026-11-24T20:00:00Z') // in Seattle
const NIGHT = Date.parse('2026-11-25T06:00:00Z') // 10 p.m. there

async function shopWithGateway(now = NOON) {
  const gateway = toldTexter()
  return { shop: await world({ now, services: { texter: gateway.texter } }), ...gateway }
}

test('TRK-3 a text is sent once, even if enqueued again, and is shown at /outbox with the emails', async () => {
  const shop = await world({ now: NOON })
  expect([await giveText(shop), await giveText(shop, { body: 'Another one.' })]).toEqual([true, false])
  await shop.settleDown()
  expect(textsAt(shop)).toEqual(['Your box is on its way.'])
  const { messages } = await (await (await shop.shopper()).call('GET', '/outbox.json')).json()
  expect(messages[0]).toMatchObject({ kind: 'text', to: PHONE, text: 'Your box is on its way.' })
})

test('TRK-3 at night a text waits for 8 a.m. local time, unless a newer text about the same matter replaces it', async () => {
  const shop = await world({ now: NIGHT })
  await giveText(shop, { key: 'out', matter: 'shipment:1', body: 'Out for delivery.' })
  await shop.settleDown()
  await giveText(shop, { key: 'delivered', matter: 'shipment:1', body: 'Delivered.' })
  await giveText(shop, { key: 'other', matter: 'shipment:2', body: 'Another box.' })
  await shop.settleDown()
  expect(textsAt(shop)).toEqual([])
  shop.pass(10 * HOUR_MS - 1_000)
  await shop.settleDown()
  expect(textsAt(shop)).toEqual([])
  shop.pass(1_000)
  await shop.settleDown()
  expect(textsAt(shop)).toEqual(['Delivered.', 'Another box.'])
  expect(textRows(shop).map(({ state }) => state)).toEqual(['dropped', 'sent', 'sent'])
})

test('TRK-3 after a lost response a text is looked up, not sent again', async () => {
  const { shop, told, sent } = await shopWithGateway()
  told.losesAnswer = true
  await giveText(shop)
  await shop.settleDown()
  expect(textRows(shop)).toMatchObject([{ state: 'sending', providerId: null }])
  told.lists = false
  shop.pass(MINUTE_MS)
  await shop.settleDown()
  expect(sent).toHaveLength(1)
  told.lists = true
  shop.pass(MINUTE_MS)
  await shop.settleDown()
  expect(sent).toHaveLength(1)
  expect(textRows(shop)).toMatchObject([{ state: 'sent', providerId: 'SM0' }])
})

test('TRK-3 a throttled text is retried; one filtered by the gateway is flagged, and turns nobody off', async () => {
  const { shop, told, sent } = await shopWithGateway()
  told.fail = new TextError('not_done', 20429, 'Too many requests')
  await giveText(shop)
  await shop.settleDown()
  expect(textRows(shop)).toMatchObject([{ state: 'waiting', errorCode: 20429 }])
  told.fail = null
  shop.pass(MINUTE_MS)
  await shop.settleDown()
  expect(sent.map(({ to }) => to)).toEqual([PHONE])
  shop.db.delete(staffFlags).run()
  told.fail = new TextError('not_done', 30034, 'Unregistered')
  await giveText(shop, { key: 'two' })
  await shop.settleDown()
  expect(textRows(shop).at(-1)).toMatchObject({ state: 'failed', errorCode: 30034 })
  expect(shop.db.select().from(staffFlags).all()).toMatchObject([{ kind: 'texts_refused' }])
})

test('TRK-3 a text uses only characters that every phone and gateway supports', () => {
  expect(toGsm('Zoë’s “Über-Rib” – 2 × ½ lb 🥩 Łódź…')).toBe(`Zoe's "Über-Rib" - 2 x 12 lb  odz...`)
  expect([segmentsOf('a'.repeat(160)), segmentsOf('a'.repeat(161)), segmentsOf('€'.repeat(81))]).toEqual([
    1, 2, 2,
  ])
})

test('TRK-3 REL-7 a restored or copied shop texts nobody until staff resume it', async () => {
  const shop = await world({ now: NOON })
  await durably(shop.db, (tx) => setFact(tx, 'outward_held_since', '1'))
  await giveText(shop)
  await shop.settleDown()
  expect(textsAt(shop)).toEqual([])
  shop.db.delete(shopFacts).where(eq(shopFacts.name, 'outward_held_since')).run()
  await shop.settleDown()
  expect(textsAt(shop)).toHaveLength(1)
})
