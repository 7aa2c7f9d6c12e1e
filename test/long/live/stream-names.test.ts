import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { readStreamName, signStream } from '#src/web/stream-names.ts'
import { cookieOf, identifierOf, servedWorld, sessionHashOf, streamNamesIn } from '../../support/cable.ts'
import { until } from '../../support/child.ts'
import { type Draw, random } from '../../support/random.ts'
import { listenTo, stockClient } from '../../support/stock-client.ts'
import { testConfig } from '../../support/world.ts'

const SESSION = 'a'.repeat(43)
const stock = { purpose: 'stock', subject: '1/grass-fed-ribeye' } as const
const cart = { purpose: 'cart', subject: '' } as const

const split = (name: string): [string, string] => name.split('--') as [string, string]

describe('RT-2 a signed stream name', () => {
  test('contains its purpose and subject as JSON, and is deterministic', () => {
    const signed = signStream(testConfig, stock, null)
    expect(readStreamName(testConfig, signed, SESSION)).toEqual({ ...stock, isBound: false })
    expect(signed).toMatch(/^[\w-]+--[0-9a-f]{64}$/)
    expect(JSON.parse(Buffer.from(split(signed)[0], 'base64url').toString())).toMatchObject(stock)
    expect(signStream(testConfig, stock, null)).toBe(signed)
  })

  test("bound to a session is valid for that session only, and doesn't reveal it", () => {
    const signed = signStream(testConfig, cart, SESSION)
    expect(readStreamName(testConfig, signed, SESSION)).toEqual({ ...cart, isBound: true })
    expect(readStreamName(testConfig, signed, 'b'.repeat(43))).toBeNull()
    expect(Buffer.from(signed.split('--')[0] ?? '', 'base64url').toString()).not.toContain('aaa')
  })

  test('has a key per purpose and per shop', () => {
    const other = { ...testConfig, sessionSecret: 'another-secret-of-the-tests-0123456789-abc' }
    expect(readStreamName(other, signStream(testConfig, stock, null), SESSION)).toBeNull()
    const [, stockKey] = signStream(testConfig, { ...stock, subject: '' }, null).split('--')
    const [, cartKey] = signStream(testConfig, { ...cart, subject: '' }, null).split('--')
    expect(stockKey).not.toBe(cartKey)
  })
})

const shop = await servedWorld()
afterAll(() => shop.close())

/** What an attacker has: names from their own pages, and a guess at what others look like. */
type Loot = { cart: string; stock: string; foreign: string }

const payload = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
const insertAt = (text: string, place: number, piece: string) =>
  text.slice(0, place) + piece + text.slice(place)
const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())

/** Each makes one name that we never signed. */
const FORGERIES: Record<string, (draw: Draw, loot: Loot) => string> = {
  'one letter is another': (draw, { stock: name }) => {
    const place = draw.below(name.length)
    const letter = draw.pick([...'abcdefXYZ0189_-'].filter((one) => one !== name[place]))
    return name.slice(0, place) + letter + name.slice(place + 1)
  },
  'one letter is missing': (draw, { cart: name }) => {
    const place = draw.below(name.length)
    return name.slice(0, place) + name.slice(place + 1)
  },
  'one letter too many': (draw, { stock: name }) =>
    insertAt(
      name,
      draw.below(name.length + 1),
      draw.pick(['a', '0', '-', '=', '+', ' ', '\n', '\u0000', '"']),
    ),
  'in other letters': (draw, { stock: name }) => {
    const [text, signature] = split(name)
    return draw.chance(0.5) ? `${text}--${swapCase(signature)}` : `${swapCase(text)}--${signature}`
  },
  'another subject under the signature of the first': (draw, { stock: name }) => {
    const subject = draw.pick([
      '/wagyu-ribeye',
      '1/grass-fed-ribeye',
      '',
      '*',
      '../cart',
      draw.text(12, 'abc/-'),
    ])
    return `${payload({ purpose: 'stock', subject, bound: false })}--${split(name)[1]}`
  },
  'another purpose': (draw, { stock: name }) => {
    const purpose = draw.pick(['cart', 'orders', 'jobs', '', '__proto__', 'constructor'])
    return `${payload({ purpose, subject: '', bound: false })}--${split(name)[1]}`
  },
  'unbound by hand': (_, { cart: name }) =>
    `${payload({ purpose: 'cart', subject: '', bound: false })}--${split(name)[1]}`,
  'signed with a key of one’s own': (draw, { cart: name }) => {
    const [text] = split(name)
    return `${text}--${createHmac('sha256', draw.text(32, 'abcdef0123456789')).update(text).digest('hex')}`
  },
  'hashed without a key': (_, { cart: name }) =>
    `${split(name)[0]}--${createHmac('sha256', '').update(split(name)[0]).digest('hex')}`,
  'the signature of another name': (_, { cart: name, stock: other }) =>
    `${split(name)[0]}--${split(other)[1]}`,
  'signed twice': (_, { stock: name }) => `${name}--${split(name)[1]}`,
  'cut short': (draw, { stock: name }) => name.slice(0, draw.below(name.length)),
  'no signature at all': (draw, { cart: name }) =>
    draw.pick([split(name)[0], `${split(name)[0]}--`, '--', '']),
  'just noise': (draw) => draw.text(draw.below(300), 'abc-_=+/ {}":,[]0189é\u2028'),
  'somebody else’s own': (_, { foreign }) => foreign,
}

test('RT-2 R24 of 1,000 forged, altered and foreign names not one is confirmed', async () => {
  const [eve, ana] = [await shop.shopper(), await shop.shopper()]
  const loot = {
    ...streamNamesIn(await (await eve.visit('/products/grass-fed-ribeye')).text()),
    foreign: streamNamesIn(await (await ana.visit('/shop')).text()).cart,
  }
  const draw = random(20_261_120)
  const kinds = Object.entries(FORGERIES)
  const forged = Array.from({ length: 1_000 }, (_, nth) => {
    const [kind, forge] = kinds[nth % kinds.length]!
    return { kind, name: forge(draw, loot) }
  }).filter(({ name }) => name !== loot.stock && name !== loot.cart)
  expect(forged.length).toBeGreaterThan(990)

  const socket = shop.socket({ headers: { cookie: cookieOf(eve) } })
  await socket.settled()
  for (const { name } of forged) socket.send({ command: 'subscribe', identifier: identifierOf(name) })
  const answers = () => socket.messages.filter(({ type }) => type?.endsWith('_subscription'))
  await until('an answer to each', () => answers().length === forged.length)
  const confirmed = new Set(socket.of('confirm_subscription').map(({ identifier }) => identifier))
  expect(forged.filter(({ name }) => confirmed.has(identifierOf(name)))).toEqual([])
  expect(socket.of('reject_subscription')).toHaveLength(forged.length)
  expect(socket.messages.filter(({ type }) => type === undefined)).toEqual([])
  expect(await socket.subscribe(loot.stock)).toBe('confirm_subscription')
  expect(await socket.subscribe(loot.cart)).toBe('confirm_subscription')
})

test("RT-2 a channel that isn't ours, or a malformed identifier, is rejected", async () => {
  const ana = await shop.shopper()
  const { stock: name } = streamNamesIn(await (await ana.visit('/products/grass-fed-ribeye')).text())
  const socket = shop.socket()
  await socket.settled()
  const odd = [
    JSON.stringify({ channel: 'ChatChannel', signed_stream_name: name }),
    JSON.stringify({ channel: 'Turbo::StreamsChannel' }),
    JSON.stringify({ channel: 'Turbo::StreamsChannel', signed_stream_name: [name] }),
    JSON.stringify([name]),
    'null',
    '{',
    '',
    JSON.stringify({ channel: 'Turbo::StreamsChannel', signed_stream_name: name, more: 'x'.repeat(3_000) }),
  ]
  for (const identifier of odd) socket.send({ command: 'subscribe', identifier })
  await until('an answer to each', () => socket.of('reject_subscription').length === odd.length)
  expect(socket.of('reject_subscription').map(({ identifier }) => identifier)).toEqual(odd)
})

test('RT-2 a private name is valid only with its session, for the stock client, too', async () => {
  const ana = await shop.shopper()
  const { cart: name } = streamNamesIn(await (await ana.visit('/shop')).text())
  const stranger = stockClient(shop.origin)
  const { heard } = listenTo(stranger, name)
  await until('rejected', () => heard.rejected === 1)
  stranger.disconnect()
  expect(readStreamName(shop.config, name, await sessionHashOf(shop.config, ana))).not.toBeNull()
})
