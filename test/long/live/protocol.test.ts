import ActionCable from '@rails/actioncable'
import { afterAll, expect, test } from 'vitest'
import { signStream } from '#src/web/stream-names.ts'
import { cookieOf, identifierOf, servedWorld, sessionHashOf, streamNamesIn } from '../../support/cable.ts'
import { until } from '../../support/child.ts'
import { listenTo, stockClient } from '../../support/stock-client.ts'

const shop = await servedWorld()
afterAll(() => shop.close())

const ana = await shop.shopper()
const cookie = cookieOf(ana)
const session = await sessionHashOf(shop.config, ana)
const names = streamNamesIn(await (await ana.visit('/products/grass-fed-ribeye')).text())
const stock = (slug: string) => signStream(shop.config, { purpose: 'stock', subject: `/${slug}` }, null)

test('RT-1 the stock Action Cable client has the constants we rely on', () => {
  const { ConnectionMonitor, Connection, INTERNAL } = ActionCable
  expect(ConnectionMonitor.staleThreshold).toBe(6)
  expect(ConnectionMonitor.reconnectionBackoffRate).toBe(0.15)
  expect(Connection.reopenDelay).toBe(500)
  expect(INTERNAL.default_mount_path).toBe('/cable')
  expect(INTERNAL.protocols[0]).toBe('actioncable-v1-json')
})

test('RT-1 the stock client is welcomed, confirmed, gets messages, and gets none after it unsubscribes', async () => {
  const client = stockClient(shop.origin, cookie)
  const { heard, unsubscribe } = listenTo(client, names.stock)
  await until('connected', () => heard.connected === 1)
  await until('what stands', () => heard.messages.length === 1)
  expect(heard.messages[0]).toMatch(/^<turbo-stream action="replace" target="stock_news"/)

  shop.services.bus.broadcast(`stock:/grass-fed-ribeye:${session}`, '<turbo-stream></turbo-stream>')
  await until('news', () => heard.messages.length === 2)
  expect(heard.messages[1]).toBe('<turbo-stream></turbo-stream>')

  const other = listenTo(client, names.cart)
  await until('another stream', () => other.heard.connected === 1)
  unsubscribe()
  const again = listenTo(client, stock('wagyu-ribeye'))
  await until('the line went on', () => again.heard.connected === 1)
  shop.services.bus.broadcast(`stock:/grass-fed-ribeye:${session}`, '<turbo-stream></turbo-stream>')
  shop.services.bus.broadcast(`cart:${session}`, 'the last')
  await until('the last', () => other.heard.messages.includes('the last'))
  expect(heard.messages).toHaveLength(2)
  expect(heard.rejected).toBe(0)
  client.disconnect()
})

test("RT-1 the stock client treats a stream we don't grant as rejected", async () => {
  const client = stockClient(shop.origin, cookie)
  const { heard } = listenTo(client, `${names.stock}0`)
  const good = listenTo(client, names.stock)
  await until('an answer to both', () => heard.rejected + good.heard.connected === 2)
  expect(heard).toMatchObject({ rejected: 1, connected: 0, messages: [] })
  client.disconnect()
})

test('RT-1 pings come often enough that the stock client never considers an open connection stale', async () => {
  const client = stockClient(shop.origin, cookie)
  const { heard } = listenTo(client, names.cart)
  const socket = shop.socket()
  await socket.settled()
  await until('three beats', () => socket.of('ping').length === 3)
  const beat = { type: 'ping', message: Math.floor(shop.services.wallClock.now() / 1_000) }
  expect(socket.messages).toEqual([{ type: 'welcome' }, beat, beat, beat])
  expect(socket.ws.protocol).toBe('actioncable-v1-json')
  expect(heard).toMatchObject({ connected: 1, disconnected: 0 })
  client.disconnect()
})

test('RT-1 a repeated subscribe is confirmed again, and each message is still delivered once', async () => {
  const socket = shop.socket({ headers: { cookie } })
  await socket.settled()
  for (let times = 0; times < 3; times++) await socket.subscribe(names.cart)
  const identifier = identifierOf(names.cart)
  await until('three answers', () => socket.of('confirm_subscription').length === 3)
  const standing = socket.heard(names.cart).length
  shop.services.bus.broadcast(`cart:${session}`, 'once')
  await until('news', () => socket.heard(names.cart).length > standing)
  expect(socket.heard(names.cart).filter((message) => message === 'once')).toHaveLength(1)
  socket.send({ command: 'unsubscribe', identifier })
  socket.send({ command: 'unsubscribe', identifier })
  expect(await socket.subscribe(names.stock)).toBe('confirm_subscription')
})

test('RT-1 an up-to-date page gets no message on subscribing; a stale one gets the current state at once', async () => {
  const ben = await shop.shopper()
  const html = await (await ben.visit('/shop')).text()
  const name = streamNamesIn(html).cart
  const token = /action="\/cart\/items\/(\w{22})"/.exec(html)?.[1]
  await ben.call('POST', `/cart/items/${token}`, { quantity: 2 })
  const page = await (await ben.visit('/shop')).text()
  const seen = /data-seen="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(seen).toMatch(/^\d+\.\d+$/)

  const socket = shop.socket({ headers: { cookie: cookieOf(ben) } })
  await socket.settled()
  await socket.subscribe(name, { seen })
  await socket.subscribe(name, { seen: '1.1' })
  await until('what stands', () => socket.heard(name, { seen: '1.1' }).length === 1)
  expect(socket.heard(name, { seen })).toEqual([])
  expect(socket.heard(name, { seen: '1.1' })[0]?.includes('data-news=""><template>2<')).toBe(true)
})

test('RT-1 shutdown sends every client the reason, and tells it to reconnect', async () => {
  const other = await servedWorld()
  const sockets = [other.socket(), other.socket()]
  for (const socket of sockets) await socket.settled()
  await other.cable.stop()
  for (const socket of sockets) {
    await socket.closed()
    expect(socket.messages.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true })
    expect(socket.state.code).toBe(1001)
  }
  await other.close()
})

test('RT-1 /cable without an upgrade is a 404', async () => {
  const page = await fetch(`${shop.origin}/cable`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(404)
})

test("RT-1 a page names the socket's URL only if it isn't the default", async () => {
  expect(await (await ana.visit('/')).text()).not.toContain('action-cable-url')
  const elsewhere = await servedWorld({ config: { cableUrl: 'ws://localhost:8443/live' } })
  const response = await (await elsewhere.shopper()).visit('/')
  expect(await response.text()).toContain(
    '<meta name="action-cable-url" content="ws://localhost:8443/live"/>',
  )
  expect(response.headers.get('content-security-policy')).toMatch(/connect-src 'self' ws:\/\/localhost:8443;/)
  await elsewhere.close()
})
