import { desc, isNotNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Order, orders, zipCodes } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import { shippingRateFor } from '../../delivery/shipping-rates.ts'
import { zoneRows } from '../../delivery/zone-chart.ts'
import { isPricedAsMember } from '../../pricing/members.ts'
import { shippedFree } from '../../pricing/placed-price.ts'
import { currentTax } from '../../pricing/sales-tax.ts'
import { freeShippingFrom, salesTax, shippingCharge } from '../../pricing/total.ts'
import { orderTerms } from '../../shop-settings/order-terms.ts'

class TakenBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('a preview is never kept')
    this.result = result
  }
}

/** What a change would do, found by making it and taking it back: the shop's own rules answer. */
export async function whatIf<T>(db: Parameters<typeof durably>[0], work: (tx: DurableTx) => T): Promise<T> {
  try {
    await durably(db, (tx): null => {
      throw new TakenBack(work(tx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T
    throw error
  }
  throw new Error('a preview was kept')
}

export type ZipDays = {
  zip: string
  place: string
  from: string
  transitDays: number | null
  /** Why we don't deliver there. */
  refusal: string | null
  days: Day[]
}

const DAYS_SHOWN = 6

/** The next days on which a box can come, for these ZIP codes. */
export const daysAt = (db: Db, zips: string[], now: Instant): ZipDays[] =>
  zips.map((zip) => {
    const zone = deliveryZone(db, zip)
    if (!zone.served)
      return { zip, place: zip, from: '', transitDays: null, refusal: zone.sentence, days: [] }
    const open = calendarFor(db, { zip, zone, now }).filter((day) => day.ok)
    return {
      zip,
      place: zone.place ? `${zip} ${zone.place.city}, ${zone.place.state}` : zip,
      from: zone.fc.name,
      transitDays: zone.transitDays,
      refusal: null,
      days: open.slice(0, DAYS_SHOWN).map(({ date }) => date),
    }
  })

/** One ZIP code for each center and number of days on the road. */
export function sampleZips(db: Db): string[] {
  const seen = new Set<string>()
  return zoneRows(db).flatMap((zone) => {
    if ('notServed' in zone) return []
    const kind = `${zone.fcId} ${zone.transitDays}`
    if (seen.has(kind)) return []
    const zip = zipIn(db, zone.prefix)
    if (zip) seen.add(kind)
    return zip ? [zip] : []
  })
}

export const zipIn = (db: Db, prefix: string): string | null =>
  prefix.length === 5
    ? prefix
    : (db
        .select({ zip: zipCodes.zip })
        .from(zipCodes)
        .where(sql`${zipCodes.zip} between ${`${prefix}00`} and ${`${prefix}99`}`)
        .limit(1)
        .get()?.zip ?? null)

export type Repriced = {
  identifier: string
  itemsCents: number
  shippingCents: number
  taxCents: number
  isBelowMinimum: boolean
}

const ORDERS_SHOWN = 50

/** The newest placed boxes. */
export const lastBoxes = (db: Db): Order[] =>
  db
    .select()
    .from(orders)
    .where(isNotNull(orders.placedAt))
    .orderBy(desc(orders.id))
    .limit(ORDERS_SHOWN * 2)
    .all()
    .filter(({ transitDays, itemsCents }) => transitDays !== null && (itemsCents ?? 0) > 0)
    .slice(0, ORDERS_SHOWN)

/** As if it were bought now. */
export function repriced(db: Db, order: Order): Repriced {
  const terms = orderTerms(db)
  const itemsCents = order.itemsCents ?? 0
  const goodsCents = itemsCents - (order.promotionsCents ?? 0) - (order.rewardsCents ?? 0)
  const rate = shippingRateFor(db, order.transitDays ?? 1)
  const isFree =
    itemsCents >= freeShippingFrom(isPricedAsMember(db, order), terms) || wasFreeByCode(db, order)
  const shippingCents = shippingCharge(order.expedited ? rate : { ...rate, expeditedCents: 0 }, isFree)
  return {
    identifier: order.identifier,
    itemsCents,
    shippingCents,
    taxCents: salesTax(currentTax(db, order.deliveryState ?? ''), goodsCents, shippingCents),
    isBelowMinimum: itemsCents < terms.minimumCents,
  }
}

/** Free below any threshold: a code did it, and would again. */
const wasFreeByCode = (db: Db, order: Order) =>
  shippedFree(db, order) && (order.itemsCents ?? 0) < orderTerms(db).memberFreeFromCents
