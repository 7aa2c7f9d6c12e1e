import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world } from '../support/world.ts'

// What only a raw socket can send: `fetch` fixes or rejects it first.
const { app } = await world()
let server: ReturnType<typeof serve>
beforeAll(
  () =>
    new Promise<void>((resolve) => {
      const serverOptions = { requestTimeout: 1_000, headersTimeout: 1_000, connectionsCheckingInterval: 100 }
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions }, () => resolve())
    }),
)
afterAll(() => void server.close())

/** Writes the pieces in order (a number is a pause in ms) and resolves with everything received before the close. */
function talk(...pieces: (string | number)[]): Promise<string> {
  return new Promise((resolve) => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('latin1').on('data', (part: string) => (heard += part))
    socket.on('close', () => resolve(heard)).on('error', () => undefined)
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await pause(piece)
        else if (!socket.destroyed) socket.write(piece, 'latin1')
      }
    })
  })
}

const CLOSE = 'Host: localhost:3000\r\nConnection: close\r\n'
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const SHOP_STILL_OPEN = `GET /healthz HTTP/1.1\r\n${CLOSE}\r\n`

/** Each must get a 4xx or a closed connection, never a 5xx or silence. */
const REFUSED: Record<string, string[]> = {
  'a length that is no number': [`POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Length: x\r\n\r\n{}`],
  'a negative length': [`POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Length: -1\r\n\r\n{}`],
  'two lengths': [`POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}`],
  'a length and chunks': [
    `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  'a chunk of no size': [
    `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  ],
  'an unknown coding': [`POST /cart/items/x HTTP/1.1\r\n${CLOSE}Transfer-Encoding: banana\r\n\r\n{}`],
  'more length than allowed': [
    `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 9999999\r\n\r\n`,
  ],
  'a method nobody knows': [`BREW / HTTP/1.1\r\n${CLOSE}\r\n`],
  TRACE: [`TRACE / HTTP/1.1\r\n${CLOSE}\r\n`],
  CONNECT: [`CONNECT evil.example:443 HTTP/1.1\r\n${CLOSE}\r\n`],
  'no host': ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  'a host with a blank': ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  'a host with a path': ['GET / HTTP/1.1\r\nHost: evil.example/x?\r\nConnection: close\r\n\r\n'],
  'a blank in the address': [`GET /a b HTTP/1.1\r\n${CLOSE}\r\n`],
  'control characters': [`GET /\u0001 HTTP/1.1\r\n${CLOSE}\r\n`],
  'a header folded': [`GET / HTTP/1.1\r\n${CLOSE}X: a\r\n b\r\n\r\n`],
  'a header without an end': [`GET / HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(100_000)}\r\n\r\n`],
  'half a request, then nothing': [
    `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a"`,
  ],
  'half a head, then nothing': ['GET / HTTP/1.1\r\nHost: localh'],
  'no HTTP at all': ['\u0016\u0003\u0001\u0002\u0000hello\r\n\r\n'],
}

describe('REL-4 SEC-3 over a raw socket', () => {
  test.each(Object.entries(REFUSED))('%s', async (name, pieces) => {
    const answer = await talk(...pieces)
    if (answer !== '') {
      expect(statusOf(answer), `${name}: ${answer.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
      expect(statusOf(answer), `${name}: ${answer.slice(0, 200)}`).toBeLessThan(500)
    }
    expect(answer).not.toMatch(/node_modules|\.(m?js|ts):\d+/)
    expect(statusOf(await talk(SHOP_STILL_OPEN))).toBe(200)
  })

  test("an absolute URL or a second Host header doesn't change the shop's own links", async () => {
    const absolute = await talk(`GET http://evil.example/robots.txt HTTP/1.1\r\n${CLOSE}\r\n`)
    const twoHosts = await talk(
      'GET /robots.txt HTTP/1.1\r\nHost: evil.example\r\nHost: b\r\nConnection: close\r\n\r\n',
    )
    for (const answer of [absolute, twoHosts]) {
      expect([200, 400]).toContain(statusOf(answer))
      expect(answer).not.toContain('evil.example')
    }
  })

  test('a client that trickles bytes is disconnected', async () => {
    const drip = Array.from({ length: 60 }, () => ['a', 50]).flat()
    const answer = await talk(
      `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
      ...drip,
    )
    expect([0, 400, 408]).toContain(statusOf(answer))
  })

  test("a request smuggled in another's body gets no response", async () => {
    const hidden = 'GET /outbox.json HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await talk(
      `POST /v1/nowhere HTTP/1.1\r\n${CLOSE}Content-Type: text/plain\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    )
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    expect(answer).not.toContain('messages')
  })

  test('a body that is too long is refused while still being sent', async () => {
    const head = `POST /cart/items/x HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = `2000\r\n${'a'.repeat(0x2000)}\r\n`
    const answer = await talk(head, ...Array<string>(20).fill(chunk))
    expect([413, 0]).toContain(statusOf(answer))
  })
})
