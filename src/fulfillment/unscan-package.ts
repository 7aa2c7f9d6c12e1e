import { and, desc, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { packedPackages } from '#db/schema/index.ts'
import { todayAt } from '../delivery/centers.ts'
import { unpackFromLot } from '../stock/lot-packing.ts'
import { lotOf } from '../stock/lots.ts'
import type { Press } from './pack-boxes.ts'
import { openBox, type PackingRefusal } from './packing-box.ts'
import { keepScan, packingScan } from './packing-scans.ts'
import type { Wave } from './waves.ts'

export type UnscanRequest = {
  orderToken: string
  packageId: string
  /** Of the form: pressed twice, it takes out one pack. Without one, each request counts. */
  press: string | null
}

/**
 * Takes a pack out of an open box again. Box, stock and lot are as they were before its scan. Each farm counts its own
 * serials, so packs of two items may share one: the last scanned comes out.
 */
export function unscanPackage(
  tx: DurableTx,
  wave: Wave,
  { orderToken, packageId, press }: UnscanRequest,
  { now }: Press,
): { ok: true } | PackingRefusal {
  if (press !== null && packingScan(tx, press)) return { ok: true }
  const box = openBox(tx, wave, orderToken)
  if (!box.ok) return box
  const { orderId, identifier } = box.row
  const isPackage = and(
    eq(packedPackages.waveId, wave.id),
    eq(packedPackages.orderId, orderId),
    eq(packedPackages.packageId, packageId),
  )
  const pack = tx.select().from(packedPackages).where(isPackage).orderBy(desc(packedPackages.id)).get()
  if (!pack) return { ok: false, code: 'not_in_box', packageId, identifier }
  const { offerId } = pack
  const lot = pack.lot === null ? null : lotOf(tx, wave.fcId, offerId, pack.lot)
  unpackFromLot(tx, { waveId: wave.id, orderId, offerId }, lot?.id ?? null, todayAt(tx, wave.fcId, now))
  tx.delete(packedPackages).where(eq(packedPackages.id, pack.id)).run()
  if (press !== null) keepScan(tx, { scanId: press, waveId: wave.id, orderId, packageId, at: now })
  return { ok: true }
}
