import type { WebSocket } from 'ws'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { LIMITS, perMinuteLimit } from './limits.ts'
import { type Reason, readCommand, said } from './protocol.ts'
import { createSubscriptions } from './subscriptions.ts'
import type { Watch } from './watch.ts'

/** Clients count on it: after 6 s without a word they take the line for dead. */
const BEAT_MS = 3_000
/** Every tenth beat asks the peer itself, whose browser answers for it; who has gone without a word does not. */
const BEATS_A_PROOF = 10
/** A peer that was told to go and does not close is cut off after this. */
export const CLOSE_TIMEOUT_MS = 1_000

export type Connection = {
  hear(data: unknown): void
  /** Tells the client why it is over and whether to come back, then closes. */
  end(reason: Reason, reconnect: boolean, why: string): void
  /** The socket is gone. */
  forget(): void
}

/** One open socket: welcomes it, keeps it alive, and does what its client asks for. */
export function openConnection(
  services: Services,
  watch: Watch,
  socket: WebSocket,
  who: VisitorKey,
): Connection {
  const { config, wallClock, metrics } = services
  const mayHear = perMinuteLimit(LIMITS.messagesAMinute)
  const subscriptions = createSubscriptions(services, watch, who, say)
  let ending = false
  let beats = 0
  let isThere = true

  function say(text: string) {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > LIMITS.waitingBytes) return cutOff('slow_reader')
    socket.send(text)
    metrics.cableMessages.inc()
  }

  function beat() {
    if (++beats % BEATS_A_PROOF === 0) {
      if (!isThere) return cutOff('silent')
      isThere = false
      socket.ping()
    }
    say(said.ping(wallClock.now()))
  }

  function cutOff(why: string) {
    forget()
    metrics.cableCut.inc({ why })
    socket.terminate()
  }

  function end(reason: Reason, reconnect: boolean, why: string) {
    if (ending) return
    forget()
    metrics.cableCut.inc({ why })
    say(said.disconnect(reason, reconnect))
    socket.close(CLOSE_CODES[reason])
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  function hear(data: unknown) {
    if (ending) return
    if (config.rateLimited && !mayHear(wallClock.now())) return end('invalid_request', true, 'flood')
    const command = typeof data === 'string' ? readCommand(data) : null
    if (!command) return end('invalid_request', false, 'not_the_protocol')
    const { identifier = '' } = command
    if (command.command === 'subscribe') subscriptions.subscribe(identifier)
    if (command.command === 'unsubscribe') subscriptions.unsubscribe(identifier)
    // Whatever else the protocol knows is for channels that act on messages; ours only tell.
  }

  function forget() {
    ending = true
    clearInterval(beating)
    subscriptions.end()
  }

  const beating = setInterval(beat, BEAT_MS).unref()
  socket.on('pong', () => {
    isThere = true
  })
  say(said.welcome())
  return { hear, end, forget }
}

/** Of the WebSocket protocol: going away, or a policy that was broken. */
const CLOSE_CODES: Record<Reason, number> = {
  server_restart: 1001,
  unauthorized: 1008,
  invalid_request: 1008,
}
