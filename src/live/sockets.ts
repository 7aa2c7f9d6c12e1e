import type { EventEmitter } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { LIMITS } from './limits.ts'
import { PROTOCOL } from './protocol.ts'

/** For `serve({ websocket: { server } })`. */
export const createSocketServer = () =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.messageBytes,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })

type Upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * A server with an upgrade listener gets every request that offers an upgrade. Those that don't want a socket
 * (curl offers HTTP/2) get an ordinary response, unless they have a body, which Node no longer reads.
 */
export function declineOtherUpgrades(server: EventEmitter) {
  const [upgrade] = server.listeners('upgrade') as Upgraded[]
  if (!upgrade) throw new Error('the server has no upgrade listener')
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (wantsSocket(request)) return upgrade(request, socket, head)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    response.once('finish', () => socket.end())
    if (request.method === 'GET' || request.method === 'HEAD') server.emit('request', request, response)
    else response.writeHead(400).end()
  })
}

/** A malformed URL is refused like in any other request. */
const wantsSocket = ({ headers, url }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && URL.canParse(`http://${headers.host}${url}`)
