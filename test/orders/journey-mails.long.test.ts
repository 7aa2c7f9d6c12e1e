import { expect, test } from 'vitest'
import { outboxMessages } from '#db/schema/index.ts'
import { orderById } from '#src/orders/orders.ts'
import { placedOrder } from '#src/orders/placed.ts'
import { MAILS } from '#views/dev/mails/index.tsx'
import { shipmentMail } from '#views/mails/shipment-mails.tsx'
import { arrivedBox, tell } from '../support/claims.ts'
import { shippedBox } from '../support/parcels.ts'
import { orderToPay, paidOrder } from '../support/refunding.ts'
import { heldBox, raiseAlert } from '../support/weather.ts'
import { testConfig, type World } from '../support/world.ts'

/** Each email of an order, and its next step. */
const NEXT_STEPS: [mail: string, next: RegExp][] = [
  ['receipt', /You can make changes until .* PST/],
  ['order-edited', /If you didn't make this change, please let us know/],
  ['delivery-changed', /You can make more changes until/],
  ['delivery-moved', /was going to arrive Sunday, November 22\. It now arrives Tuesday, November 24/],
  ['delivery-moved-reward', /back in your rewards: use it on a box that comes sooner/],
  ['delivery-moved-reward-lost', /isn't good that late. It's no longer in the box/],
  ['delivery-move-undone', /is back in the box/],
  ['order-canceled', /Start another box/],
  ['order-refunded', /five to ten days/],
  ['refund-made', /nothing you need to do/],
  ['refund-failed', /Just reply/],
  ['refund-replaced', /mailed you a check/],
  ['weather-hold', /Keep the new date/],
  ['weather-hold-again', /please tell us by/],
  ['final-weights', /2\.40 lb at \$38\.75 \/ lb/],
  ['short', /The rest of your box still comes as planned\./],
  ['shipment-shipped', /Make some room in your freezer/],
  ['shipment-out-for-delivery', /Put it in the freezer/],
  ['shipment-delivered', /Tell us what went wrong/],
  ['shipment-delayed', /reply to this email and we’ll refund you in full/],
  ['claim-refund', /View order/],
  ['claim-credit', /View order/],
  ['claim-reship', /View the new box/],
]

const unescaped = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&quot;', '"')

test.each(NEXT_STEPS)(
  'TRK-3 the %s email gives the next step and links to it, in HTML and text',
  (name, next) => {
    const mail = MAILS.find((example) => example.name === name)?.mail(testConfig.store)
    const html = unescaped(mail?.html ?? '')
    for (const body of [html.replace(/<[^>]+>/g, ''), mail?.text]) {
      expect(body).toMatch(next)
      expect(body).not.toMatch(/undefined|null|NaN|\[object/)
    }
    const links = [...html.matchAll(/href="(https:[^"]+)"/g)].map(([, url]) => url)
    expect(links.length).toBeGreaterThan(0)
    for (const url of links) expect(mail?.text).toContain(url)
  },
)

test('TRK-3 the email for a box that stays in its center’s city names the city once', async () => {
  const { shop, box } = await shippedBox()
  const order = placedOrder(shop.db, orderById(shop.db, box.id))
  const words = (from: string) =>
    shipmentMail({
      notice: { word: 'shipped', promisedOn: order.arrivesOn, expectedOn: null },
      order,
      from,
      parcel: null,
      wontCome: false,
      trackingUrl: 'https://shop.example/t',
      orderUrl: 'https://shop.example/o',
      claimUrl: 'https://shop.example/c',
      claimUntil: order.arrivesOn,
      store: testConfig.store,
    }).text
  const { city } = order.delivery
  expect(words('Elsewhere')).toContain(`It left Elsewhere and should be in ${city} `)
  expect(words(city)).toContain(`It left ${city} and should arrive `)
})

const LATER = { arrival_date: '2026-12-10', confirmed: 'true' }

/** Triggers each email twice. */
const CAUSES: [mail: string, subject: RegExp, cause: () => Promise<World>][] = [
  [
    'receipt',
    /box arrives/,
    async () => {
      const { shop, ana, pay, token } = await orderToPay()
      await pay()
      for (const _ of [1, 2]) await ana.call('GET', `/v1/order/${token}/payment_status`)
      return shop
    },
  ],
  [
    'moved',
    /^Your box moved from .* to Thu, Dec 10 /,
    async () => {
      const { shop, ana, token } = await paidOrder()
      for (const _ of [1, 2]) await ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, LATER)
      return shop
    },
  ],
  [
    'canceled',
    /was canceled$/,
    async () => {
      const { shop, ana, token } = await paidOrder()
      for (const _ of [1, 2]) await ana.call('POST', `/account/orders/${token}/cancel`)
      return shop
    },
  ],
  [
    'held',
    /^Weather: your box now arrives/,
    async () => {
      const { shop, dale } = await heldBox()
      await raiseAlert(dale, shop)
      return shop
    },
  ],
  [
    'claim answered',
    /^We've answered you/,
    async () => {
      const { shop, ana, ruth, token, lines, claims } = await arrivedBox()
      await tell(ana, token, { lines: lines() })
      for (const _ of [1, 2])
        await ruth.call('POST', `/staff/claims/${claims()[0]?.id}`, { answer: 'credit' })
      return shop
    },
  ],
]

/** The storm holds other shoppers' boxes, too. */
const sentBy = ({ db }: World, subject: RegExp, to = /./) =>
  db
    .select()
    .from(outboxMessages)
    .all()
    .filter((mail) => subject.test(mail.subject) && to.test(mail.recipient))

test.each(CAUSES)(
  'TRK-3 the %s email is sent once, however often it is triggered',
  async (_, subject, cause) => {
    const shop = await cause()
    for (const _again of [1, 2]) await shop.settleDown()
    expect(sentBy(shop, subject, /^ana@/)).toHaveLength(1)
  },
)

test('TRK-3 each email about a parcel is sent once, whatever the carrier repeats', async () => {
  const { shop, tell: news } = await shippedBox()
  const later = { estimate: '2026-12-20T00:00:00Z' }
  for (const status of [
    'in_transit',
    'in_transit',
    'out_for_delivery',
    'out_for_delivery',
    'delivered',
    'delivered',
  ]) {
    const at = shop.clock.now()
    await news({ status, at: new Date(at).toISOString(), ...(status === 'in_transit' && later) })
    shop.pass(60_000)
    await shop.settleDown()
  }
  const counts = [/on its way/, /is late/, /out for delivery/, /at your door/].map(
    (subject) => sentBy(shop, subject).length,
  )
  expect(counts).toEqual([1, 1, 1, 1])
})
