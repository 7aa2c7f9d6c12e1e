import { liveStock, nextStockChange, stockForVisitor } from '../catalog/live-stock.ts'
import { parseStockSubject } from '../catalog/stock-source.ts'
import { renderStock } from './render-streams.tsx'
import type { Snapshot, StreamKind } from './stream-kind.ts'

/** Anyone may watch; each visitor sees only what's in other people's boxes. */
export const stockStream: StreamKind = {
  isPrivate: false,
  streamFor: (_services, subject, { sessionHash }) => `stock:${subject}:${sessionHash}`,
  poll({ db, clock }, followed) {
    const now = clock.now()
    const snapshots = new Map<string, Snapshot>()
    let until = Number.POSITIVE_INFINITY
    for (const { stream, subject, visitor } of followed) {
      const place = parseStockSubject(subject)
      const live = liveStock(db, { ...place, now })
      const weights = stockForVisitor(live, visitor, now)
      until = Math.min(until, nextStockChange(live, now))
      const render = () => renderStock(place.slug, weights)
      snapshots.set(stream, { version: JSON.stringify(weights), render })
    }
    return { snapshots, until }
  },
}
