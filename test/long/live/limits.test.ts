import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#src/live/limits.ts'
import { signStream } from '#src/web/stream-names.ts'
import {
  cookieOf,
  identifierOf,
  type ServedWorld,
  type Socket,
  servedWorld,
  sessionHashOf,
  streamNamesIn,
} from '../../support/cable.ts'
import { until } from '../../support/child.ts'

const open: ServedWorld[] = []
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.close()
})

async function shopWith(rateLimited: boolean) {
  const shop = await servedWorld({ config: { rateLimited } })
  open.push(shop)
  return shop
}

async function refusalOf(socket: Socket): Promise<number> {
  await socket.settled()
  return socket.state.refused
}

describe('RT-2 R24 a socket opens only', () => {
  test.each([
    'http://evil.example',
    'https://localhost:3000',
    'null',
    'http://localhost:3000.evil.example',
    'http://localhost',
    null,
  ])('for our own origin, not for %j', async (origin) => {
    const shop = await shopWith(false)
    const ana = await shop.shopper()
    const socket = shop.socket({ from: origin, headers: { cookie: cookieOf(ana) } })
    expect(await refusalOf(socket)).toBe(403)
    expect(socket.messages).toEqual([])
  })

  test('for our own origins', async () => {
    const shop = await shopWith(false)
    const { port, appUrl } = shop.config
    for (const origin of [appUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const socket = shop.socket({ from: origin })
      expect([origin, await refusalOf(socket)]).toEqual([origin, 0])
    }
  })

  test('for its own name in a live shop', async () => {
    const shop = await servedWorld({ config: { demo: false, appUrl: 'https://shop.example' } })
    open.push(shop)
    const local = shop.socket({ from: `http://localhost:${shop.port}` })
    const own = shop.socket({ from: 'https://shop.example' })
    expect([await refusalOf(local), await refusalOf(own)]).toEqual([403, 0])
  })

  test('for a client that speaks the protocol', async () => {
    const shop = await shopWith(false)
    for (const protocols of [[], ['actioncable-unsupported'], ['graphql-ws', 'actioncable-v2-json']]) {
      expect([protocols, await refusalOf(shop.socket({ protocols }))]).toEqual([protocols, 400])
    }
    const second = shop.socket({ protocols: ['mqtt', 'actioncable-v1-json'] })
    await second.settled()
    expect(second.ws.protocol).toBe('actioncable-v1-json')
  })
})

describe('SEC-3 R19 R24 socket limits', () => {
  test('ten sockets per session, even without rate limits; closing one makes room for another', async () => {
    const shop = await shopWith(false)
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const headers = { cookie: cookieOf(ana) }
    const ten = Array.from({ length: LIMITS.socketsPerSession }, () => shop.socket({ headers }))
    expect(await Promise.all(ten.map(refusalOf))).toEqual(Array(10).fill(0))
    expect(await refusalOf(shop.socket({ headers }))).toBe(429)
    expect(await refusalOf(shop.socket({ headers: { cookie: cookieOf(ben) } }))).toBe(0)

    ten[0]!.ws.close()
    await ten[0]!.closed()
    await until('room again', async () => (await refusalOf(shop.socket({ headers }))) === 0)
  })

  test('ten sockets per session, even when fifty connect at once', async () => {
    const shop = await shopWith(false)
    const headers = { cookie: cookieOf(await shop.shopper()) }
    const all = Array.from({ length: 50 }, () => shop.socket({ headers }))
    await Promise.all(all.map((socket) => socket.settled()))
    await until(
      'the others have gone',
      () => all.filter(({ state }) => state.refused + state.code > 0).length === 40,
    )
    expect(all.filter((socket) => socket.of('welcome').length > 0)).toHaveLength(10)
    expect(await gauge(shop, 'cable_sockets')).toBe(10)
  })

  test('fifty streams per socket; another is rejected until one is unsubscribed', async () => {
    const shop = await shopWith(false)
    const socket = shop.socket()
    await socket.settled()
    const names = Array.from({ length: 51 }, (_, nth) =>
      signStream(shop.config, { purpose: 'stock', subject: `/variety-${nth}` }, null),
    )
    for (const name of names) socket.send({ command: 'subscribe', identifier: identifierOf(name) })
    await until('a rejection', () => socket.of('reject_subscription').length > 0)
    expect(socket.of('confirm_subscription')).toHaveLength(50)
    expect(socket.of('reject_subscription')[0]?.identifier).toBe(identifierOf(names[50]!))
    socket.send({ command: 'unsubscribe', identifier: identifierOf(names[0]!) })
    expect(await socket.subscribe(names[50]!)).toBe('reject_subscription')
    await until('confirmed', () => socket.of('confirm_subscription').length === 51)
    expect(await gauge(shop, 'cable_subscriptions')).toBe(50)
  })

  test('a hundred messages a minute, then the socket is closed', async () => {
    const shop = await shopWith(true)
    const socket = shop.socket()
    await socket.settled()
    for (let nth = 0; nth < 5_000; nth++) socket.send({ command: 'subscribe', identifier: `"${nth}"` })
    await socket.closed()
    expect(socket.of('reject_subscription')).toHaveLength(100)
    expect(socket.messages.at(-1)).toEqual({ type: 'disconnect', reason: 'invalid_request', reconnect: true })
    expect(await gauge(shop, 'cable_sockets')).toBe(0)
  })

  test('without rate limits more messages are allowed', async () => {
    const shop = await shopWith(false)
    const socket = shop.socket()
    await socket.settled()
    for (let nth = 0; nth < 300; nth++) socket.send({ command: 'subscribe', identifier: `"${nth}"` })
    await until('an answer to each', () => socket.of('reject_subscription').length === 300)
  })

  test('twenty connects a minute per session, then 429 with Retry-After; other sessions are unaffected', async () => {
    const shop = await shopWith(true)
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const headers = { cookie: cookieOf(ana) }
    const refusals: number[] = []
    for (let nth = 0; nth < 22; nth++) {
      const socket = shop.socket({ headers })
      refusals.push(await refusalOf(socket))
      socket.ws.terminate()
    }
    expect(refusals).toEqual([...Array<number>(20).fill(0), 429, 429])
    expect(await refusalOf(shop.socket({ headers: { cookie: cookieOf(ben) } }))).toBe(0)
    const page = await fetch(`${shop.origin}/shop`, { headers })
    expect(page.status).toBe(200)
    const again = await fetch(`${shop.origin}/cable`, { headers })
    expect([again.status, Number(again.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('sixteen kilobytes per message, whole or fragmented', async () => {
    const shop = await shopWith(false)
    const [whole, pieces, just] = [shop.socket(), shop.socket(), shop.socket()]
    for (const socket of [whole, pieces, just]) await socket.settled()
    const fill = (size: number) => JSON.stringify({ command: 'subscribe', identifier: 'x'.repeat(size - 39) })
    just.ws.send(fill(LIMITS.messageBytes))
    await until('an answer', () => just.of('reject_subscription').length === 1)
    whole.ws.send(fill(LIMITS.messageBytes + 1))
    for (let nth = 0; nth < 17; nth++) pieces.ws.send('x'.repeat(1_024), { fin: nth === 16 })
    await Promise.all([whole.closed(), pieces.closed()])
    expect([whole.state.code, pieces.state.code]).toEqual([1009, 1009])
  })

  test.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a command that is none', '{"command":7}'],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('a message that no client of this protocol sends closes the socket: %s', async (_, data) => {
    const shop = await shopWith(false)
    const socket = shop.socket()
    await socket.settled()
    socket.ws.send(data)
    await socket.closed()
    expect(socket.messages.at(-1)).toEqual({
      type: 'disconnect',
      reason: 'invalid_request',
      reconnect: false,
    })
    expect(socket.state.code).toBe(1008)
  })

  test('a reader that falls behind is disconnected, and its buffer is bounded', async () => {
    const shop = await shopWith(false)
    const ana = await shop.shopper()
    const { cart } = streamNamesIn(await (await ana.visit('/shop')).text())
    const session = await sessionHashOf(shop.config, ana)
    const quick = shop.socket({ headers: { cookie: cookieOf(ana) } })
    const slow = shop.socket({ headers: { cookie: cookieOf(ana) } })
    for (const socket of [quick, slow]) {
      await socket.settled()
      await socket.subscribe(cart)
    }
    slow.ws.pause()
    const before = process.memoryUsage().rss
    const news = 'x'.repeat(64 * 1_024)
    let told = 0
    // The kernel's own buffers take a few megabytes before ours fill.
    await until('the slow one is cut off', async () => {
      for (let nth = 0; nth < 10; nth++, told++) shop.services.bus.broadcast(`cart:${session}`, news)
      return (await gauge(shop, 'cable_sockets')) === 1
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    await until('the quick one has all', () => quick.heard(cart).length >= told)
    expect(await counter(shop, 'cable_sockets_ended_total', 'slow_reader')).toBe(1)
  })
})

test('REL-4 an upgrade to another protocol is ignored', async () => {
  const shop = await shopWith(false)
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  const page = await talk(shop.port, `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${h2c}\r\n`)
  expect(page).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(page).toMatch(/ok$/)
  const form = await talk(
    shop.port,
    `POST /cart HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n${h2c}\r\n{}`,
  )
  expect(form).toMatch(/^HTTP\/1\.1 400/)
})

test('REL-4 a malformed WebSocket upgrade, or one for another path, is refused, and the shop keeps running', async () => {
  const shop = await shopWith(false)
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
  const ours = 'Sec-WebSocket-Protocol: actioncable-v1-json\r\n'
  const asked = {
    elsewhere: `GET /shop HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key}${ours}\r\n`,
    'without a key': `GET /cable HTTP/1.1\r\nHost: localhost\r\n${upgrade}${ours}\r\n`,
    'in an old version': `GET /cable HTTP/1.1\r\nHost: localhost\r\n${upgrade}${key.replace('13', '1')}${ours}\r\n`,
    'of a host that is none': `GET /cable HTTP/1.1\r\nHost: a b\r\n${upgrade}${key}${ours}\r\n`,
    'by a form': `POST /cable HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n${upgrade}${key}\r\n`,
  }
  for (const [how, request] of Object.entries(asked)) {
    const answer = await talk(shop.port, request)
    expect([how, answer]).toEqual([how, expect.stringMatching(/^HTTP\/1\.1 [24]\d\d /)])
    expect(answer).not.toContain('HTTP/1.1 101') // ids in its headers may contain 101
  }
  expect(await gauge(shop, 'cable_sockets')).toBe(0)
  expect(await refusalOf(shop.socket())).toBe(0)
})

/** Sends raw bytes and resolves with all that came back once the other side closes. */
function talk(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => void socket.write(request))
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += part
    })
    socket.on('error', () => undefined).on('close', () => resolve(heard))
  })
}

async function figures(shop: ServedWorld, name: string) {
  const metric = await shop.services.metrics.registry.getSingleMetric(name)?.get()
  return metric?.values ?? []
}

const gauge = async (shop: ServedWorld, name: string) => (await figures(shop, name))[0]?.value ?? 0

const counter = async (shop: ServedWorld, name: string, why: string) =>
  (await figures(shop, name)).find(({ labels }) => labels.why === why)?.value ?? 0
