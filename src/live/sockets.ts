import type { EventEmitter } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { LIMITS } from './limits.ts'
import { PROTOCOL } from './protocol.ts'

export const createSocketServer = () =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.messageBytes,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })

type Upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Answers requests for another upgrade (curl offers HTTP/2), unless they have a body, which Node won't read. */
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

const wantsSocket = ({ headers, url }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && URL.canParse(`http://${headers.host}${url}`)
