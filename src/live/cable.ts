import type { WebSocket } from 'ws'
import { sessionEndedStream } from '../accounts/session-ended.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { CLOSE_TIMEOUT_MS, type Connection, openConnection } from './connection.ts'
import { LIMITS } from './limits.ts'
import { watchSessions } from './session-watch.ts'
import { createWatch } from './watch.ts'

const STOP_TIMEOUT_MS = 1_500

export type Cable = ReturnType<typeof createCable>

/** Without open sockets, no timer runs and nothing polls the database. */
export function createCable(services: Services) {
  const { bus, metrics, lifecycle } = services
  const bySession = new Map<string, Set<Connection>>()
  const watch = createWatch(services)
  const sessions = watchSessions(services)
  let openCount = 0
  let onAllClosed = () => {}

  function hasRoomFor(sessionHash: string): boolean {
    return openCount < LIMITS.sockets && (bySession.get(sessionHash)?.size ?? 0) < LIMITS.socketsPerSession
  }

  function accept(socket: WebSocket, visitor: VisitorKey) {
    const { sessionHash } = visitor
    if (lifecycle.stopping || !hasRoomFor(sessionHash)) return turnAway(socket)
    const connection = openConnection(services, watch, socket, visitor)
    const connections = bySession.get(sessionHash) ?? new Set()
    bySession.set(sessionHash, connections.add(connection))
    const stopListening = bus.listen(sessionEndedStream(sessionHash), () =>
      connection.disconnect('unauthorized', false, 'ended'),
    )
    const unfollow = sessions.follow(sessionHash)
    openCount += 1
    metrics.cableSockets.set(openCount)
    socket.once('close', () => {
      connection.release()
      stopListening()
      unfollow()
      connections.delete(connection)
      if (connections.size === 0) bySession.delete(sessionHash)
      openCount -= 1
      metrics.cableSockets.set(openCount)
      if (openCount === 0) onAllClosed()
    })
    if (sessions.hasEnded(sessionHash)) connection.disconnect('unauthorized', false, 'ended')
  }

  async function stop() {
    watch.stop()
    sessions.stop()
    const allClosed = new Promise<void>((resolve) => {
      onAllClosed = resolve
      setTimeout(resolve, STOP_TIMEOUT_MS).unref()
    })
    for (const connections of bySession.values())
      for (const connection of connections) connection.disconnect('server_restart', true, 'stop')
    if (openCount > 0) await allClosed
  }

  return { hasRoomFor, accept, stop }
}

const TRY_AGAIN_LATER = 1013

/** The last free place was taken, or the server began to stop, during the upgrade. */
function turnAway(socket: WebSocket) {
  socket.close(TRY_AGAIN_LATER)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}
