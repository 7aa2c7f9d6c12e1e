import { liveStock, stockSeenBy, stockStaysUntil } from '../catalog/live-stock.ts'
import { readStockPlace } from '../catalog/stock-source.ts'
import { drawStock } from './render-streams.tsx'
import type { Sight, StreamKind } from './stream-kind.ts'

/** What is left of a variety, to whoever looks at it. Everybody may; each hears only of the others' boxes. */
export const stockStream: StreamKind = {
  isPrivate: false,
  streamFor: (_services, subject, { sessionHash }) => `stock:${subject}:${sessionHash}`,
  look({ db, clock }, watched) {
    const now = clock.now()
    const sights = new Map<string, Sight>()
    let until = Number.POSITIVE_INFINITY
    for (const { stream, subject, who } of watched) {
      const place = readStockPlace(subject)
      const live = liveStock(db, { ...place, now })
      const weights = stockSeenBy(live, who, now)
      until = Math.min(until, stockStaysUntil(live, now))
      sights.set(stream, { version: JSON.stringify(weights), draw: () => drawStock(place.slug, weights) })
    }
    return { sights, until }
  },
}
