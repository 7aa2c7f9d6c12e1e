import type { WebSocket } from 'ws'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { LIMITS, perMinuteLimit } from './limits.ts'
import { messages, type Reason, readCommand } from './protocol.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { Watch } from './watch.ts'

/** Clients give up on a connection after 6 s without a message. */
const HEARTBEAT_MS = 3_000
/** Every tenth heartbeat is a WebSocket ping; a peer that misses it is dropped. */
const HEARTBEATS_PER_PING = 10
export const CLOSE_TIMEOUT_MS = 1_000

export type Connection = {
  /** `why` labels a metric. */
  disconnect(reason: Reason, reconnect: boolean, why: string): void
  release(): void
}

export function openConnection(
  services: Services,
  watch: Watch,
  socket: WebSocket,
  visitor: VisitorKey,
): Connection {
  const { config, wallClock, metrics, log } = services
  const isWithinLimit = perMinuteLimit(LIMITS.messagesPerMinute)
  const subscriptions = createSubscriptions(services, watch, visitor, send)
  let isReleased = false
  let heartbeats = 0
  let hasAnswered = true

  function send(text: string) {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > LIMITS.bufferedBytes) return terminate('slow_reader')
    socket.send(text)
    metrics.cableMessages.inc()
  }

  function beat() {
    if (++heartbeats % HEARTBEATS_PER_PING === 0) {
      if (!hasAnswered) return terminate('silent')
      hasAnswered = false
      socket.ping()
    }
    send(messages.ping(wallClock.now()))
  }

  function terminate(why: string) {
    release()
    metrics.cableCut.inc({ why })
    socket.terminate()
  }

  function disconnect(reason: Reason, reconnect: boolean, why: string) {
    if (isReleased) return
    release()
    metrics.cableCut.inc({ why })
    send(messages.disconnect(reason, reconnect))
    socket.close(CLOSE_CODES[reason])
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  function receive(text: string | null) {
    if (isReleased) return
    if (config.rateLimited && !isWithinLimit(wallClock.now()))
      return disconnect('invalid_request', true, 'flood')
    const command = text === null ? null : readCommand(text)
    if (!command) return disconnect('invalid_request', false, 'not_the_protocol')
    const { identifier = '' } = command
    if (command.command === 'subscribe') subscriptions.subscribe(identifier)
    if (command.command === 'unsubscribe') subscriptions.unsubscribe(identifier)
    // The protocol's other commands are for channels that act on messages; ours only send.
  }

  function release() {
    isReleased = true
    clearInterval(heartbeat)
    subscriptions.unsubscribeAll()
  }

  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref()
  socket.on('pong', () => {
    hasAnswered = true
  })
  socket.on('message', (data, isBinary) => {
    try {
      receive(isBinary ? null : String(data))
    } catch (error) {
      log.error({ err: error }, 'a message of a socket failed')
    }
  })
  send(messages.welcome())
  return { disconnect, release }
}

const CLOSE_CODES: Record<Reason, number> = {
  server_restart: 1001,
  unauthorized: 1008,
  invalid_request: 1008,
}
