import type { Db } from '#db/client.ts'
import type { PageFacts } from '#views/shared/page-facts.ts'
import { isMember } from '../accounts/members.ts'
import { cartSnapshot, NO_CART } from '../cart/cart-contents.ts'
import { cartSource } from '../cart/cart-source.ts'
import { bundleTeasers } from '../catalog/bundles.ts'
import { navigationCategories } from '../catalog/navigation.ts'
import { findPicture } from '../catalog/pictures.ts'
import { formatDay, type Instant, MINUTE_MS } from '../day.ts'
import { NO_SURCHARGE, surchargeTerms } from '../delivery/advertised-day.ts'
import { deliveryZone, earliestOrReason } from '../delivery/calendar-facts.ts'
import { fullDays } from '../delivery/full-days.ts'
import { lowestShippingCents, shippingRateFor } from '../delivery/shipping-rates.ts'
import { formatCents } from '../money.ts'
import { freeShippingFrom } from '../pricing/total.ts'
import { cachedRead, type Position, shopPosition } from '../read-cache.ts'
import { storeFacts, writtenFacts } from '../shop-settings/page-settings.ts'
import type { LayoutFacts } from '../web/page.tsx'

export const layoutFacts: LayoutFacts = ({ config, db, clock }, viewer) => {
  const now = clock.now()
  const position = shopPosition(db)
  const store = storeFacts(db, config, position.version)
  const cart = viewer ? cartSnapshot(db, viewer) : NO_CART
  return {
    now,
    categories: navigationCategories(db, position),
    bundles: bundleTeasers(db, position),
    cartSource: viewer ? cartSource(config, viewer, cart.version, now) : null,
    itemCount: cart.units,
    quantities: cart.quantities,
    cartVersion: cart.version,
    postalCode: viewer?.postalCode ?? null,
    ...(viewer?.postalCode
      ? deliveryTo(db, viewer.postalCode, now, position)
      : deliveryAnywhere(db, now, position)),
    store,
    written: writtenFacts(db, config, position.version),
    freeDeliveryFromCents: freeShippingFrom(isMember(db, viewer?.user?.id ?? null), store.terms),
    findPicture,
  }
}

type DeliveryFacts = Pick<
  PageFacts,
  'earliest' | 'earliestTerms' | 'earliestUntilAt' | 'deliveryPrice' | 'noDeliveryReason'
>

/** Every page shows it, so it is cached per ZIP. Cut-offs fall on full minutes; rates may be a minute old. */
const deliveryTo = (db: Db, postalCode: string, now: Instant, position: Position) =>
  cachedRead(
    db,
    `delivery to ${postalCode}`,
    (): DeliveryFacts => {
      const { earliest, noDeliveryReason } = earliestOrReason(db, postalCode, now)
      const zone = deliveryZone(db, postalCode)
      return {
        earliest: earliest && formatDay(earliest.date, 'short'),
        earliestTerms: earliest ? surchargeTerms(earliest) : NO_SURCHARGE,
        earliestUntilAt: earliest?.untilAt ?? null,
        deliveryPrice: zone.served
          ? formatCents(shippingRateFor(db, zone.transitDays).standardCents)
          : priceAnywhere(db),
        noDeliveryReason,
      }
    },
    `in minute ${minuteOf(now)} with ${fullDays(db, now)} full`,
    position,
  )

const deliveryAnywhere = (db: Db, now: Instant, position: Position) =>
  cachedRead(
    db,
    'delivery anywhere',
    (): DeliveryFacts => ({
      earliest: null,
      earliestTerms: NO_SURCHARGE,
      earliestUntilAt: null,
      deliveryPrice: priceAnywhere(db),
      noDeliveryReason: null,
    }),
    minuteOf(now),
    position,
  )

const minuteOf = (now: Instant) => Math.floor(now / MINUTE_MS)

const priceAnywhere = (db: Db) => `from ${formatCents(lowestShippingCents(db))}`
