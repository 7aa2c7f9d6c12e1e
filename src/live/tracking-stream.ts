import { isOpenedByReceiptLink, orderByToken, visitorOrder } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { isPublic } from '../tracking/audience.ts'
import { parseTrackingSubject, trackingVersions } from '../tracking/tracking-source.ts'
import type { VisitorKey } from '../web/env.ts'
import { renderTracking } from './render-streams.tsx'
import type { Snapshot, StreamKind } from './stream-kind.ts'

/** An order's box. The subject is the order's token and how its page was opened, which decides what is shown. */
export const trackingStream: StreamKind = {
  isPrivate: true,
  streamFor: (services, subject, visitor) =>
    followedOrder(services, subject, visitor) ? `tracking:${subject}` : null,
  poll(services, followed) {
    const now = services.clock.now()
    const subjects = followed.map(({ stream, subject }) => ({ stream, ...parseTrackingSubject(subject) }))
    const versions = trackingVersions(services.db, [...new Set(subjects.map(({ token = '' }) => token))])
    const snapshots = new Map<string, Snapshot>()
    let until = Number.POSITIVE_INFINITY
    for (const { stream, token = '', reader = 'public' } of subjects) {
      const { version, lockAt } = versions.get(token) ?? { version: 'gone', lockAt: null }
      const isOpen = lockAt !== null && lockAt > now
      if (isOpen) until = Math.min(until, lockAt)
      snapshots.set(stream, {
        version: `${version}${isOpen ? ' open' : ''}`,
        isShownOn: (seen) => seen === version,
        render: () => renderTracking(services, { token, reader }),
      })
    }
    return { snapshots, until }
  },
}

/** The same that its page asks. */
export function followedOrder({ db }: Services, subject: string, visitor: VisitorKey) {
  const parsed = parseTrackingSubject(subject)
  if (!parsed) return null
  if (parsed.reader === 'owner') return visitorOrder(db, visitor, parsed.token)
  const order = orderByToken(db, parsed.token)
  const isAllowed = parsed.reader === 'link' ? isOpenedByReceiptLink : isPublic
  return order && isAllowed(order) ? order : null
}
