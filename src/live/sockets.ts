import type { EventEmitter } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { LIMITS } from './limits.ts'
import { PROTOCOL } from './protocol.ts'

/** What makes sockets of requests that were let in (`serve({ websocket: { server } })`). */
export const createSocketServer = () =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.messageBytes,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })

type Upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * A server that upgrades anything is handed every request that offers an upgrade. One to something else than a socket
 * (curl offers HTTP/2) may be declined by just answering; what has a body cannot, since nobody reads it any more.
 */
export function declineOtherUpgrades(server: EventEmitter) {
  const [upgrade] = server.listeners('upgrade') as Upgraded[]
  if (!upgrade) throw new Error('this server upgrades nothing')
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (wantsSocket(request)) return upgrade(request, socket, head)
    const answer = new ServerResponse(request)
    answer.shouldKeepAlive = false
    answer.assignSocket(socket as never)
    answer.once('finish', () => socket.end())
    if (request.method === 'GET' || request.method === 'HEAD') server.emit('request', request, answer)
    else answer.writeHead(400).end()
  })
}

/** And at an address that can be read: else it is refused like any other request of that kind. */
const wantsSocket = ({ headers, url }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && URL.canParse(`http://${headers.host}${url}`)
