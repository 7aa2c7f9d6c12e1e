import { sessionFingerprints } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import type { Services } from '../services.ts'

/** Well within the 5 s in which an ended session must be dead everywhere. */
const LOOK_EVERY_MS = 2_000

/**
 * Looks after the sessions that have sockets open: one that ends, is somebody else's now or has another role than when
 * its socket was opened, has its sockets closed, whichever process did it, or only time.
 */
export function watchSessions(services: Services) {
  const { db, clock, log } = services
  const standings = new Map<string, { standing: string; followers: number }>()
  let timer: NodeJS.Timeout | undefined

  function follow(sessionHash: string): () => void {
    const entry = standings.get(sessionHash) ?? { standing: standingOf(sessionHash), followers: 0 }
    entry.followers++
    standings.set(sessionHash, entry)
    timer ??= setInterval(look, LOOK_EVERY_MS).unref()
    return () => {
      entry.followers--
      if (entry.followers === 0) standings.delete(sessionHash)
      if (standings.size === 0) stop()
    }
  }

  /** It ended between the moment when it was asked who comes and the opening of its socket. */
  const hasEnded = (sessionHash: string) => standings.get(sessionHash)?.standing === 'ended'

  const standingOf = (sessionHash: string) =>
    sessionFingerprints(db, [sessionHash], clock.now()).get(sessionHash) ?? ''

  function look() {
    try {
      const now = sessionFingerprints(db, [...standings.keys()], clock.now())
      for (const [sessionHash, { standing }] of standings)
        if ((now.get(sessionHash) ?? '') !== standing) announceSessionEnded(services, sessionHash)
    } catch (error) {
      log.error({ err: error }, 'the sessions of open sockets could not be looked after')
    }
  }

  function stop() {
    clearInterval(timer)
    timer = undefined
  }

  return { follow, hasEnded, stop }
}
