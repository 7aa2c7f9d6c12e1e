import { cartVersions, NO_CART } from '../cart/cart-contents.ts'
import { showsCart } from '../cart/cart-source.ts'
import { drawCart } from './render-streams.tsx'
import type { Sight, StreamKind } from './stream-kind.ts'

/** A visitor's own box, over all tabs and, signed in, all devices. Each session hears its own: places and prices differ. */
export const cartStream: StreamKind = {
  isPrivate: true,
  streamFor: (_services, _subject, { sessionHash }) => `cart:${sessionHash}`,
  look(services, watched) {
    const now = services.clock.now()
    const versions = cartVersions(
      services.db,
      watched.map(({ who }) => who),
    )
    const sights = watched.map(({ stream, who }): [string, Sight] => {
      const version = versions.get(who.sessionHash) ?? NO_CART.version
      const isShownOn = (seen: string | null) => showsCart(seen, version, now)
      return [stream, { version, draw: () => drawCart(services, who), isShownOn }]
    })
    return { sights: new Map(sights), until: Number.POSITIVE_INFINITY }
  },
}
