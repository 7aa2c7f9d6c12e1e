import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  offers,
  orderLines,
  orders,
  packedPackages,
  packingWaveOrders,
  users,
  type WaveLine,
} from '#db/schema/index.ts'
import type { PackedWeights } from '../payments/packed-weights.ts'
import { isComplete, type PackedLine } from './packing-lines.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

export type PackageRow = ReturnType<typeof packagesOf>[number]

/** What was scanned into a box, in that order. */
export const packagesOf = (db: Db, waveId: number, orderId: number) =>
  db
    .select({
      id: packedPackages.id,
      offerId: packedPackages.offerId,
      token: offers.token,
      packageId: packedPackages.packageId,
      lot: packedPackages.lot,
      grossGrams: packedPackages.grossGrams,
      tareGrams: packedPackages.tareGrams,
      netGrams: packedPackages.netGrams,
      userId: packedPackages.userId,
      packer: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      needsWeight:
        sql<boolean>`order_lines.pound_cents is not null and packed_packages.net_grams is null`.mapWith(
          Boolean,
        ),
    })
    .from(packedPackages)
    .innerJoin(offers, eq(offers.id, packedPackages.offerId))
    .leftJoin(users, eq(users.id, packedPackages.userId))
    .leftJoin(
      orderLines,
      and(eq(orderLines.offerId, packedPackages.offerId), eq(orderLines.orderId, packedPackages.orderId)),
    )
    .where(and(eq(packedPackages.waveId, waveId), eq(packedPackages.orderId, orderId)))
    .orderBy(asc(packedPackages.id))
    .all()

export function packedLines(db: Db, waveId: number, { orderId, lines }: WaveBoxRow): PackedLine[] {
  const packages = packagesOf(db, waveId, orderId)
  const facts = offerFacts(db, orderId, lines)
  return lines.map((line) => ({
    ...line,
    offerId: facts.get(line.bid_item_token)?.id ?? 0,
    isByWeight: facts.get(line.bid_item_token)?.isByWeight ?? false,
    packages: packages.filter(({ token }) => token === line.bid_item_token),
  }))
}

/** Sold by weight if the shopper accepted a price per pound. */
function offerFacts(db: Db, orderId: number, lines: WaveLine[]) {
  const tokens = JSON.stringify(lines.map(({ bid_item_token }) => bid_item_token))
  const rows = db
    .select({
      id: offers.id,
      token: offers.token,
      isByWeight: sql<boolean>`order_lines.pound_cents is not null`.mapWith(Boolean),
    })
    .from(offers)
    .leftJoin(orderLines, and(eq(orderLines.offerId, offers.id), eq(orderLines.orderId, orderId)))
    .where(sql`${offers.token} in (select value from json_each(${tokens}))`)
    .all()
  return new Map(rows.map((row) => [row.token, row]))
}

/** Which of these orders hold something that is sold by weight. */
export const ordersByWeight = (db: Db, orderIds: number[]): Set<number> =>
  new Set(
    db
      .select({ orderId: orderLines.orderId })
      .from(orderLines)
      .where(
        sql`${orderLines.poundCents} is not null
          and ${orderLines.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`,
      )
      .all()
      .map(({ orderId }) => orderId),
  )

/** Boxes that a clerk has begun to scan: marked as packed now, they would leave with what is in them so far. */
export function halfPacked(db: Db, wave: { id: number }, boxes: WaveBoxRow[]): WaveBoxRow[] {
  const orderIds = JSON.stringify(boxes.map(({ orderId }) => orderId))
  const scanned = db
    .selectDistinct({ orderId: packedPackages.orderId })
    .from(packedPackages)
    .where(
      sql`${packedPackages.waveId} = ${wave.id}
        and ${packedPackages.orderId} in (select value from json_each(${orderIds}))`,
    )
    .all()
  const begun = new Set(scanned.map(({ orderId }) => orderId))
  return boxes.filter((row) => begun.has(row.orderId) && !isComplete(packedLines(db, wave.id, row)))
}

/** The net grams of each package sold by weight; empty if there is none. */
export function boxWeights(db: Db, wave: { id: number }, row: WaveBoxRow): PackedWeights | 'incomplete' {
  const byWeight = packedLines(db, wave.id, row).filter((line) => line.isByWeight)
  if (!isComplete(byWeight)) return 'incomplete'
  return new Map(
    byWeight.map(({ offerId, packages }) => [offerId, packages.map(({ netGrams }) => netGrams ?? 0)]),
  )
}

/** The open box that holds this very package, by the serial on its label. */
export const holderOf = (db: Db, offerId: number, packageId: string) =>
  db
    .select({ identifier: orders.identifier, orderId: orders.id })
    .from(packedPackages)
    .innerJoin(orders, eq(orders.id, packedPackages.orderId))
    .innerJoin(
      packingWaveOrders,
      and(
        eq(packingWaveOrders.waveId, packedPackages.waveId),
        eq(packingWaveOrders.orderId, packedPackages.orderId),
      ),
    )
    .where(
      sql`${packedPackages.offerId} = ${offerId} and ${packedPackages.packageId} = ${packageId}
        and is_serial = 1 and ${packingWaveOrders.endedAt} is null`,
    )
    .get() ?? null
