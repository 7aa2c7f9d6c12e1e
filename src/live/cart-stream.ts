import { cartVersions, NO_CART } from '../cart/cart-contents.ts'
import { showsCart } from '../cart/cart-source.ts'
import { renderCart } from './render-streams.tsx'
import type { Snapshot, StreamKind } from './stream-kind.ts'

/** One stream per session, because places and prices differ. */
export const cartStream: StreamKind = {
  isPrivate: true,
  streamFor: (_services, _subject, { sessionHash }) => `cart:${sessionHash}`,
  poll(services, followed) {
    const now = services.clock.now()
    const versions = cartVersions(
      services.db,
      followed.map(({ visitor }) => visitor),
    )
    const snapshots = followed.map(({ stream, visitor }): [string, Snapshot] => {
      const version = versions.get(visitor.sessionHash) ?? NO_CART.version
      const isShownOn = (seen: string | null) => showsCart(seen, version, now)
      return [stream, { version, render: () => renderCart(services, visitor), isShownOn }]
    })
    return { snapshots: new Map(snapshots), until: Number.POSITIVE_INFINITY }
  },
}
