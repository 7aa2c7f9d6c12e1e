import { serve } from '@hono/node-server'
import { WebSocket } from 'ws'
import type { Config } from '#src/config/config.ts'
import { createSocketServer, declineOtherUpgrades } from '#src/live/sockets.ts'
import { sha256 } from '#src/tokens.ts'
import { createSessionSeal, sessionCookieName } from '#src/web/session-cookie.ts'
import { until } from './child.ts'
import { freePort } from './free-port.ts'
import type { Shopper } from './shopper.ts'
import { world } from './world.ts'

export type ServedWorld = Awaited<ReturnType<typeof servedWorld>>

/** A shop of its own on a real port, WebSockets included. */
export async function servedWorld(wishes: Parameters<typeof world>[0] = {}) {
  const port = await freePort()
  const shop = await world({ ...wishes, config: { port, ...wishes.config } })
  const server = serve({
    fetch: shop.app.fetch,
    port,
    hostname: '127.0.0.1',
    websocket: { server: createSocketServer() },
  })
  declineOtherUpgrades(server)
  await new Promise<void>((resolve) => void server.once('listening', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  const sockets = new Set<WebSocket>()

  return {
    ...shop,
    port,
    origin,
    /** A raw socket, as anyone can open one. */
    socket({ protocols = PROTOCOLS, from = origin, headers = {} }: SocketOptions = {}) {
      const ws = new WebSocket(`${origin.replace('http', 'ws')}/cable`, protocols, {
        headers: { ...(from === null ? {} : { origin: from }), ...headers },
      })
      sockets.add(ws)
      return watched(ws)
    },
    async close() {
      for (const ws of sockets) ws.terminate()
      await shop.cable.stop()
      await new Promise((resolve) => {
        server.close(resolve)
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}

/** `from`: the origin of the page that opens it; null for a client that isn't a browser. */
type SocketOptions = { protocols?: string[]; from?: string | null; headers?: Record<string, string> }

/** What the stock client offers. */
const PROTOCOLS = ['actioncable-v1-json', 'actioncable-unsupported']

export type Socket = ReturnType<typeof watched>
export type Message = {
  type?: string
  identifier?: string
  message?: string
  reason?: string
  reconnect?: boolean
}

function watched(ws: WebSocket) {
  const messages: Message[] = []
  const state = { code: 0, refused: 0 }
  ws.on('message', (data) => void messages.push(JSON.parse(String(data)) as Message))
  ws.on('unexpected-response', (request, response) => {
    state.refused = response.statusCode ?? 0
    response.resume()
    request.destroy()
  })
  ws.on('error', () => undefined)
  ws.on('close', (code) => {
    state.code = code
  })
  const of = (type: string) => messages.filter((message) => message.type === type)
  return {
    ws,
    messages,
    state,
    of,
    send: (command: object) => ws.send(JSON.stringify(command)),
    /** Waits until it's welcomed, refused or closed. */
    settled: () =>
      until('welcome or refusal', () => of('welcome').length > 0 || state.refused > 0 || state.code > 0),
    closed: () => until('the socket closed', () => state.code > 0),
    /** Requests a stream and waits for the response. */
    async subscribe(signedName: string, more: Record<string, string> = {}): Promise<string | undefined> {
      const identifier = identifierOf(signedName, more)
      const answer = () =>
        messages.find((one) => one.identifier === identifier && one.type?.endsWith('_subscription'))
      ws.send(JSON.stringify({ command: 'subscribe', identifier }))
      await until('an answer to a subscription', () => answer() !== undefined || state.code > 0)
      return answer()?.type
    },
    heard: (signedName: string, more: Record<string, string> = {}) =>
      messages
        .filter(({ identifier, message }) => identifier === identifierOf(signedName, more) && message)
        .map(({ message = '' }) => message),
  }
}

export const identifierOf = (signedName: string, more: Record<string, string> = {}) =>
  JSON.stringify({ channel: 'Turbo::StreamsChannel', signed_stream_name: signedName, ...more })

/** A browser's cookies, for its sockets. */
export const cookieOf = ({ cookies }: Shopper) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The hash by which the server knows this browser's session. */
export async function sessionHashOf(config: Config, { cookies }: Shopper): Promise<string> {
  const id = await createSessionSeal(config).open(cookies.get(sessionCookieName(config)) ?? '', Date.now())
  return sha256(id ?? '')
}

/** The signed stream names in a page's stream sources, by purpose. */
export function streamNamesIn(page: string) {
  const names = [...page.matchAll(/<turbo-cable-stream-source[^>]* signed-stream-name="([^"]+)"/g)].map(
    ([, name = '']) => name,
  )
  const about = (purpose: string) =>
    names.find((name) => Buffer.from(name, 'base64url').toString().includes(`"purpose":"${purpose}"`)) ?? ''
  return { cart: about('cart'), stock: about('stock'), board: about('board'), tracking: about('tracking') }
}
