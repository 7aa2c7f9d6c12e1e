import { hasRoleFor } from '../accounts/roles.ts'
import { hasPassed } from '../accounts/second-factor.ts'
import { centerBySlug } from '../delivery/centers.ts'
import { boardOf, boardVersion } from '../fulfillment/board.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { renderBoardNews } from './render-streams.tsx'
import type { Snapshot, StreamKind } from './stream-kind.ts'

/**
 * Tells a center's clerks that their list of orders has changed. The subject is the center's slug. One stream per
 * session: each poll asks for its clerk's role, and one who lost it must end no colleague's.
 */
export const boardStream: StreamKind = {
  isPrivate: true,
  streamFor: (services, subject, visitor) =>
    centerFor(services, subject, visitor) ? `board:${subject}:${visitor.sessionHash}` : null,
  poll(services, followed) {
    const snapshots = followed.flatMap(({ stream, subject, visitor }): [string, Snapshot][] => {
      const center = centerFor(services, subject, visitor)
      if (!center) return []
      const { version, boxCount } = boardVersion(services.db, boardOf(center, services.clock.now()))
      const isShownOn = (seen: string | null) => seen === version
      return [[stream, { version, isShownOn, render: () => renderBoardNews(boxCount) }]]
    })
    return { snapshots: new Map(snapshots), until: Number.POSITIVE_INFINITY }
  },
}

function centerFor({ db }: Services, subject: string, { user, sessionHash }: VisitorKey) {
  const center = user && centerBySlug(db, subject)
  return center && hasRoleFor(db, user.id, 'fulfillment', center.id) && hasPassed(db, user.id, sessionHash)
    ? center
    : null
}
