import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Services } from '../../services.ts'
import { clientNetwork } from '../client-network.ts'

/** An office with many pages open; more from one network is a flood. */
const MAX_CONNECTIONS = 1_000
/** Browsers send one request at a time. */
const MAX_IN_HAND = 2
const MAX_WAITING = 100
/** A reader that takes nothing for this long is cut. Node tells only at the end of each step, and once too late. */
const SLOW_READER_MS = 20_000
const STEPS = 4

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Connection = {
  inHand: number
  waiting: [IncomingMessage, ServerResponse][]
  /** Steps in a row in which bytes waited and the reader took none. */
  stalled: number
  stalledAt: number
}

/** Bounds what one connection and one network hold, before the app sees a request. */
export function guardConnections(
  server: EventEmitter & { timeout: number },
  { config, metrics }: Pick<Services, 'config' | 'metrics'>,
  slowReaderMs = SLOW_READER_MS,
) {
  const [listener] = server.listeners('request') as Listener[]
  if (!listener) throw new Error('the server has no request listener')
  const stepMs = slowReaderMs / STEPS
  const connections = new WeakMap<Socket, Connection>()
  const countByNetwork = new Map<string, number>()

  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return
    const connection = connectionOf(request.socket)
    connection.waiting.push([request, response])
    if (connection.waiting.length > MAX_WAITING) return cut(request.socket, 'pipelined')
    handNext(connection)
  })
  server.on('connection', (socket: Socket) => {
    // Behind a proxy, all connections are the proxy's.
    if (config.rateLimited && config.trustedProxies === 0) countConnection(socket)
  })
  server.timeout = stepMs
  // Without this listener, Node would also cut a request whose response takes that long.
  server.on('timeout', (socket: Socket) => {
    const connection = connections.get(socket)
    if (connection?.inHand === 0) return socket.destroy()
    if (connection && socket.writableLength > 0 && hasStalled(connection)) return cut(socket, 'slow_reader')
    socket.setTimeout(stepMs)
  })

  function connectionOf(socket: Socket): Connection {
    const connection = connections.get(socket) ?? { inHand: 0, waiting: [], stalled: 0, stalledAt: 0 }
    connections.set(socket, connection)
    return connection
  }

  function handNext(connection: Connection) {
    if (connection.inHand >= MAX_IN_HAND) return
    const [request, response] = connection.waiting.shift() ?? []
    if (!request || !response || request.socket.destroyed) return
    connection.inHand += 1
    response.once('close', () => {
      connection.inHand -= 1
      handNext(connection)
    })
    listener?.(request, response)
  }

  function hasStalled(connection: Connection): boolean {
    const now = performance.now()
    const isInARow = now - connection.stalledAt < 1.5 * stepMs
    connection.stalled = isInARow ? connection.stalled + 1 : 1
    connection.stalledAt = now
    return connection.stalled >= STEPS
  }

  function countConnection(socket: Socket) {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const count = countByNetwork.get(network) ?? 0
    if (count >= MAX_CONNECTIONS) return cut(socket, 'connections')
    countByNetwork.set(network, count + 1)
    socket.once('close', () => {
      const left = (countByNetwork.get(network) ?? 1) - 1
      if (left > 0) countByNetwork.set(network, left)
      else countByNetwork.delete(network)
    })
  }

  function cut(socket: Socket, why: string) {
    metrics.refusedAdmissions.inc({ why })
    socket.destroy()
  }
}
