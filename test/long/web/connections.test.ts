import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '#src/metrics.ts'
import { guardConnections } from '#src/web/admission/connections.ts'
import { until } from '../../support/child.ts'
import { testConfig } from '../../support/world.ts'

const SLOW_READER_MS = 1_000
const LARGE = 'x'.repeat(16 * 1024 * 1024)

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that responds with `answer`'s result and counts requests in flight. */
async function guarded(answer: (path: string) => Promise<string>, rateLimited = true) {
  const hand = { now: 0, most: 0 }
  const fetch = async (request: Request) => {
    hand.now += 1
    hand.most = Math.max(hand.most, hand.now)
    const text = await answer(new URL(request.url).pathname)
    hand.now -= 1
    return new Response(text)
  }
  const metrics = createMetrics()
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started as Server))
    guardConnections(started as Server, { config: { ...testConfig, rateLimited }, metrics }, SLOW_READER_MS)
  })
  servers.push(server)
  const { port } = server.address() as AddressInfo
  const refused = async (why: string) =>
    (await metrics.refusedAdmissions.get()).values.find(({ labels }) => labels.why === why)?.value ?? 0
  return { hand, refused, open: () => opened(port) }
}

function opened(port: number) {
  const socket = connect(port, '127.0.0.1')
  const state = { closed: false, heard: '' }
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.closed = true
  })
  return { socket, state }
}

const listenTo = ({ socket, state }: { socket: Socket; state: { heard: string } }) =>
  socket.setEncoding('latin1').on('data', (part: string) => {
    state.heard += part
  })

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const bodies = (heard: string) => [...heard.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)

test('SEC-6 of pipelined requests two are processed at a time, and responses keep their order', async () => {
  const shop = await guarded(async (path) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    return path
  })
  const client = shop.open()
  listenTo(client)
  const paths = Array.from({ length: 40 }, (_, index) => `/${index}`)
  client.socket.write(paths.map(request).join(''))
  await until('all answers', () => bodies(client.state.heard).length === 40)
  expect(bodies(client.state.heard)).toEqual(paths)
  expect(shop.hand.most).toBe(2)
})

test('SEC-6 a connection that pipelines hundreds of requests is closed', async () => {
  const shop = await guarded(() => new Promise(() => undefined))
  const client = shop.open()
  client.socket.write(request('/').repeat(400))
  await until('the connection is cut', () => client.state.closed)
  expect(await shop.refused('pipelined')).toBe(1)
})

test('SEC-6 a stalled reader is disconnected; one that waits for a slow response, or reads slowly, is not', async () => {
  const shop = await guarded(async (path) => {
    if (path === '/long') await new Promise((resolve) => setTimeout(resolve, 3 * SLOW_READER_MS))
    return path === '/large' || path === '/sips' ? LARGE : path
  })
  const [stalled, patient, sipping] = [shop.open(), shop.open(), shop.open()]
  listenTo(patient)
  stalled.socket.pause().write(request('/large'))
  patient.socket.write(request('/long'))
  sipping.socket.pause().write(request('/sips'))
  const sips = setInterval(() => sipping.socket.read(256 * 1024), SLOW_READER_MS / 10)
  await until('the first is cut', async () => (await shop.refused('slow_reader')) === 1)
  await until('the second is answered', () => patient.state.heard.includes('/long'))
  clearInterval(sips)
  expect(sipping.state.closed).toBe(false)
})

test('SEC-6 a network may open a thousand connections; with RATE_LIMITS=off any number', async () => {
  const shop = await guarded(async (path) => path)
  const clients = Array.from({ length: 1_001 }, () => shop.open())
  await until('one is cut', async () => (await shop.refused('connections')) === 1)
  await until('it knows', () => clients.filter(({ state }) => state.closed).length === 1)
  for (const { socket } of clients) socket.destroy()

  const open = await guarded(async (path) => path, false)
  const many = Array.from({ length: 1_050 }, () => open.open())
  const last = many.at(-1)
  if (last) listenTo(last).write(request('/1'))
  await until('the last is answered', () => bodies(last?.state.heard ?? '').length === 1)
  expect(await open.refused('connections')).toBe(0)
  for (const { socket } of many) socket.destroy()
})
