import { hasPassed } from '../accounts/second-factor.ts'
import { clerksExport, exportDetail } from '../fulfillment/export-detail.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { renderJob } from './render-streams.tsx'
import type { Snapshot, StreamKind } from './stream-kind.ts'

/** For the clerks of the job's center. One stream per session, for the reason in `board-stream.ts`. */
export const jobStream: StreamKind = {
  isPrivate: true,
  streamFor: (services, subject, visitor) =>
    find(services, subject, visitor) ? `job:${subject}:${visitor.sessionHash}` : null,
  poll(services, followed) {
    const now = services.clock.now()
    const snapshots = followed.flatMap(({ stream, subject, visitor }): [string, Snapshot][] => {
      const found = find(services, subject, visitor)
      if (!found) return []
      const detail = exportDetail(found, now)
      return [[stream, { version: JSON.stringify(detail), render: () => renderJob(detail) }]]
    })
    return { snapshots: new Map(snapshots), until: Number.POSITIVE_INFINITY }
  },
}

const find = ({ db }: Services, token: string, { user, sessionHash }: VisitorKey) =>
  user && hasPassed(db, user.id, sessionHash) ? clerksExport(db, user, token) : null
