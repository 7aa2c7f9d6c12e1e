import { and, eq, isNull } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import { revokeSessionsOf } from './session.ts'
import { announceSessionEnded } from './session-ended.ts'

export async function endOwnSession(services: Services, userId: number, token: string): Promise<boolean> {
  const { db, clock } = services
  if (!TOKEN_PATTERN.test(token)) return false
  const own = and(eq(sessions.token, token), eq(sessions.userId, userId), isNull(sessions.revokedAt))
  const ended = await durably(db, (tx) =>
    tx.update(sessions).set({ revokedAt: clock.now() }).where(own).returning().all(),
  )
  for (const { idHash } of ended) announceSessionEnded(services, idHash)
  return ended.length > 0
}

/** @returns how many */
export async function endOtherSessions(
  services: Services,
  userId: number,
  currentHash: string,
): Promise<number> {
  const { db, clock } = services
  const ended = await durably(db, (tx) => revokeSessionsOf(tx, userId, currentHash, clock.now()))
  for (const idHash of ended) announceSessionEnded(services, idHash)
  return ended.length
}
