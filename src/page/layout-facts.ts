import type { Db } from '#db/client.ts'
import { cartSnapshot, NO_CART } from '../cart/cart-contents.ts'
import { cartSource } from '../cart/cart-source.ts'
import { navigationCategories } from '../catalog/navigation.ts'
import { findPicture } from '../catalog/pictures.ts'
import { formatDay, type Instant } from '../day.ts'
import { earliestOrReason } from '../delivery/calendar-facts.ts'
import { cachedRead } from '../read-cache.ts'
import type { LayoutFacts } from '../web/page.tsx'

export const layoutFacts: LayoutFacts = ({ config, db, clock }, viewer) => {
  const now = clock.now()
  const { earliest, earliestUntilAt, noDeliveryReason } = viewer?.postalCode
    ? earliestDelivery(db, viewer.postalCode, now)
    : { earliest: null, earliestUntilAt: null, noDeliveryReason: null }
  const cart = viewer ? cartSnapshot(db, viewer) : NO_CART
  return {
    now,
    categories: navigationCategories(db, now),
    cartSource: viewer ? cartSource(config, viewer, cart.version, now) : null,
    itemCount: cart.units,
    quantities: cart.quantities,
    cartVersion: cart.version,
    postalCode: viewer?.postalCode ?? null,
    earliest,
    earliestUntilAt,
    noDeliveryReason,
    findPicture,
  }
}

const MINUTE_MS = 60_000

/** Every page shows it, so it is cached per ZIP. Cut-offs fall on full minutes. */
const earliestDelivery = (db: Db, postalCode: string, now: Instant) =>
  cachedRead(db, now, `earliest delivery to ${postalCode} in minute ${Math.floor(now / MINUTE_MS)}`, () => {
    const { earliest, earliestUntilAt, noDeliveryReason } = earliestOrReason(db, postalCode, now)
    return { earliest: earliest && formatDay(earliest, 'short'), earliestUntilAt, noDeliveryReason }
  })
