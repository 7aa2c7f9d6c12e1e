import { describe, expect, test } from 'vitest'
import { type Carrier, CarrierError, type Parcel } from '#src/providers/shipping/carrier.ts'
import { easyPost } from '#src/providers/shipping/easypost.ts'
import { createCarrierStandIn } from '#src/providers/shipping/stand-in/index.ts'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'
import { recordedEasyPost, shipment as recordedShipment } from './recorded.ts'

const address = {
  name: 'Zoë "Zo" 🥩 Lindqvist',
  street1: '1912 Pike Pl',
  street2: '',
  city: 'Seattle',
  state: 'WA',
  zip: '98101',
  phone: '+12065550100',
}

const parcel: Parcel = {
  reference: 'label_of_the_contract',
  from: { ...address, name: 'Droveway', city: 'Reno', state: 'NV', zip: '89502' },
  to: address,
  ounces: 240,
  inches: { length: 14, width: 12, height: 11 },
  dryIceOunces: 80,
  shipAt: '2026-11-23T20:00:00Z',
  note: 'Box 7',
}

const apiKey = 'EZTK_contract'
const apiBase = 'http://carrier.test'

function embedded() {
  const store = openStandInStore(':memory:')
  const shopNow = () => Date.parse('2026-11-23T18:00:00Z')
  const standIn = createCarrierStandIn({
    store,
    apiKey,
    webhookUrl: 'https://shop.test/webhooks/shipments',
    webhookSecret: 'secret',
    shopNow,
  })
  const fetchApi = async (input: RequestInfo | URL, init?: RequestInit) =>
    standIn.api.fetch(new Request(input, init))
  return { standIn, fetchApi, carrier: easyPost({ apiKey, apiBase, fetch: fetchApi }) }
}

const CARRIERS: [string, () => Carrier][] = [
  ['the embedded carrier', () => embedded().carrier],
  ['EasyPost as recorded', () => easyPost({ apiKey, apiBase, fetch: recordedEasyPost() })],
]

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof CarrierError ? error : Promise.reject(error)),
  )

describe.each(CARRIERS)('FUL-10 %s', (_, open) => {
  test('FUL-10 quotes rates in cents and days, and finds the shipment by our reference', async () => {
    const carrier = open()
    expect(await carrier.findShipment(parcel.reference)).toBeNull()
    const made = await carrier.createShipment(parcel)
    expect(made).toMatchObject({ postage: null, refund: null, manifestId: null })
    expect(made.rates.length).toBeGreaterThan(1)
    for (const { cents, days } of made.rates) {
      expect(Number.isInteger(cents) && cents > 500).toBe(true)
      expect(days).toBeGreaterThan(0)
    }
    expect(await carrier.findShipment(parcel.reference)).toEqual(made)
    expect((await carrier.refreshRates(made.id)).rates).toHaveLength(made.rates.length)
  })

  test('FUL-10 sells a label once; a second attempt reports that postage exists', async () => {
    const carrier = open()
    const { id, rates } = await carrier.createShipment(parcel)
    const wrong = await failureOf(carrier.buy(id, 'rate_unknown'))
    expect(wrong).toMatchObject({ outcome: 'not_done', code: 'RATE.UNAVAILABLE' })
    const bought = await carrier.buy(id, rates[0]?.id ?? '')
    expect(bought.postage).toMatchObject({
      service: rates[0]?.service,
      cents: rates[0]?.cents,
      trackingCode: expect.stringMatching(/^\w{10,}$/),
      trackerId: expect.stringMatching(/^trk_/),
    })
    const again = await failureOf(carrier.buy(id, rates[0]?.id ?? ''))
    expect(again).toMatchObject({ outcome: 'unknown', code: 'SHIPMENT.POSTAGE.EXISTS' })
    expect((await carrier.findShipment(id))?.postage).toEqual(bought.postage)
    expect((await carrier.labelFile(id, 'PDF')).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await carrier.labelFile(id, 'ZPL')).toString()).toMatch(/^\^XA[\s\S]*\^XZ$/)
    expect((await carrier.refund(id)).refund).toBe('submitted')
  })

  test('FUL-10 makes a manifest, which every shipment on it names', async () => {
    const carrier = open()
    const { id, rates } = await carrier.createShipment(parcel)
    await carrier.buy(id, rates[0]?.id ?? '')
    const made = await carrier.createManifest([id])
    expect(made.state).toBe('creating')
    expect((await carrier.findShipment(id))?.manifestId).toBe(made.id)
    const ready = await carrier.findManifest(made.id)
    expect(ready?.state).toBe('created')
    expect((await carrier.manifestFile(ready?.fileUrl ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('FUL-10 refuses with a message that names the field', async () => {
    const refused = await failureOf(open().createShipment({ ...parcel, to: { ...address, street1: '' } }))
    expect(refused?.outcome).toBe('not_done')
    expect(refused?.message).toContain('street1')
    expect((await open().listWebhooks())[0]).toEqual({
      url: 'https://shop.test/webhooks/shipments',
      isDisabled: false,
    })
  })
})

test('FUL-10 the embedded carrier has no field that EasyPost lacks', async () => {
  const { fetchApi } = embedded()
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    shipment: { to_address: address, from_address: parcel.from, parcel: { weight: 240 } },
  })
  const made = await (await fetchApi(`${apiBase}/v2/shipments`, { method: 'POST', headers, body })).json()
  expect(Object.keys(recordedShipment)).toEqual(expect.arrayContaining(Object.keys(made)))
  const [rate] = recordedShipment.rates
  expect(Object.keys(rate ?? {})).toEqual(expect.arrayContaining(Object.keys(made.rates[0])))
})

test('FUL-10 a refusal is not done; a timeout, a broken server or a garbled response may be', async () => {
  const answering = (fetchApi: typeof fetch) =>
    failureOf(easyPost({ apiKey, apiBase, fetch: fetchApi }).buy('shp_1', 'rate_1'))
  const replies: [() => Promise<Response>, CarrierError['outcome']][] = [
    [async () => Response.json({ error: { code: 'X', message: 'no' } }, { status: 422 }), 'not_done'],
    [
      async () => Response.json({ error: { code: 'BALANCE', message: 'no money' } }, { status: 402 }),
      'not_done',
    ],
    [async () => Response.json({ error: { code: 'RATE_LIMITED' } }, { status: 429 }), 'not_done'],
    [
      async () => Response.json({ error: { code: 'SHIPMENT.POSTAGE.TIMED_OUT' } }, { status: 422 }),
      'unknown',
    ],
    [async () => Response.json({}, { status: 503 }), 'unknown'],
    [async () => new Response('<html>', { status: 403 }), 'unknown'],
    [async () => new Response('<html>'), 'unknown'],
    [async () => Response.json({ id: 'shp_1' }), 'unknown'],
    [() => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })), 'unknown'],
    [() => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })), 'not_done'],
  ]
  for (const [reply, outcome] of replies) expect((await answering(reply))?.outcome).toBe(outcome)
})
