import { sessionFingerprints } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import type { Services } from '../services.ts'

/** An ended session must be dead everywhere within 5 s. */
const POLL_INTERVAL_MS = 2_000

/** Closes the sockets of sessions that expire, or whose user or roles change in any process. */
export function watchSessions(services: Services) {
  const { db, clock, log } = services
  const followed = new Map<string, { fingerprint: string; followers: number }>()
  let timer: NodeJS.Timeout | undefined

  function follow(sessionHash: string): () => void {
    const entry = followed.get(sessionHash) ?? { fingerprint: fingerprintOf(sessionHash), followers: 0 }
    entry.followers++
    followed.set(sessionHash, entry)
    timer ??= setInterval(poll, POLL_INTERVAL_MS).unref()
    return () => {
      entry.followers--
      if (entry.followers === 0) followed.delete(sessionHash)
      if (followed.size === 0) stop()
    }
  }

  /** A session may end between its request and the opening of its socket. */
  const hasEnded = (sessionHash: string) => followed.get(sessionHash)?.fingerprint === 'ended'

  const fingerprintOf = (sessionHash: string) =>
    sessionFingerprints(db, [sessionHash], clock.now()).get(sessionHash) ?? ''

  function poll() {
    try {
      const current = sessionFingerprints(db, [...followed.keys()], clock.now())
      for (const [sessionHash, { fingerprint }] of followed)
        if ((current.get(sessionHash) ?? '') !== fingerprint) announceSessionEnded(services, sessionHash)
    } catch (error) {
      log.error({ err: error }, 'polling the sessions of open sockets failed')
    }
  }

  function stop() {
    clearInterval(timer)
    timer = undefined
  }

  return { follow, hasEnded, stop }
}
