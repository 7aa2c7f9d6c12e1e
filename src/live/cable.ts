import type { WebSocket } from 'ws'
import { sessionEndedStream } from '../accounts/session-ended.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { CLOSE_TIMEOUT_MS, type Connection, openConnection } from './connection.ts'
import { LIMITS } from './limits.ts'
import { watchSessions } from './session-watch.ts'
import { createWatch } from './watch.ts'

/** A stop waits this long for sockets to close in good order. */
const LONGEST_GOODBYE_MS = 1_500

export type Cable = ReturnType<typeof createCable>

/** Every open socket of this server. With none open nothing runs: no timer, no look at the database. */
export function createCable(services: Services) {
  const { bus, metrics, lifecycle } = services
  const bySession = new Map<string, Set<Connection>>()
  const watch = createWatch(services)
  const sessions = watchSessions(services)
  let open = 0
  let everyoneGone = () => {}

  /** Whether a session may open one more socket; asked before the upgrade, and once more when it is done. */
  function hasRoomFor(sessionHash: string): boolean {
    return open < LIMITS.sockets && (bySession.get(sessionHash)?.size ?? 0) < LIMITS.socketsASession
  }

  /** Takes a socket in. @returns its connection, or null for one too many, which is closed again */
  function welcome(socket: WebSocket, who: VisitorKey): Connection | null {
    if (lifecycle.stopping || !hasRoomFor(who.sessionHash)) return turnAway(socket)
    const connection = openConnection(services, watch, socket, who)
    const ours = bySession.get(who.sessionHash) ?? new Set()
    bySession.set(who.sessionHash, ours.add(connection))
    const hush = bus.listen(sessionEndedStream(who.sessionHash), () =>
      connection.end('unauthorized', false, 'ended'),
    )
    const leave = sessions.follow(who.sessionHash)
    open += 1
    metrics.cableSockets.set(open)
    socket.once('close', () => {
      connection.forget()
      hush()
      leave()
      ours.delete(connection)
      if (ours.size === 0) bySession.delete(who.sessionHash)
      open -= 1
      metrics.cableSockets.set(open)
      if (open === 0) everyoneGone()
    })
    if (sessions.hasEnded(who.sessionHash)) connection.end('unauthorized', false, 'ended')
    return connection
  }

  /** Tells everybody to come back soon, to the server that follows, and waits until they have gone. */
  async function stop() {
    watch.stop()
    sessions.stop()
    const gone = new Promise<void>((resolve) => {
      everyoneGone = resolve
      setTimeout(resolve, LONGEST_GOODBYE_MS).unref()
    })
    for (const ours of bySession.values())
      for (const connection of ours) connection.end('server_restart', true, 'stop')
    if (open > 0) await gone
  }

  return { hasRoomFor, welcome, stop }
}

const TRY_AGAIN_LATER = 1013

/** One that came in at the very moment when there was no room, or no time, for it any more. */
function turnAway(socket: WebSocket): null {
  socket.close(TRY_AGAIN_LATER)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  return null
}
