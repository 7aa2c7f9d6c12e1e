import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import type { PackingRefusal } from './packing-box.ts'
import { recalledInBox } from './recalled-in-box.ts'
import { readSlipCode } from './slip-code.ts'
import { type WaveBoxRow, waveBoxesByToken } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/** The box whose slip was scanned. A slip that was printed before its order changed opens none. */
export function openSlip(
  db: Db,
  wave: Wave,
  scanned: string,
): { ok: true; row: WaveBoxRow } | PackingRefusal {
  const slip = readSlipCode(scanned)
  const identifier = slip?.identifier ?? scanned.trim().toUpperCase().slice(0, 40)
  const order = db
    .select({ token: orders.token, fcId: orders.fcId })
    .from(orders)
    .where(eq(orders.identifier, identifier))
    .get()
  const [row] = order ? waveBoxesByToken(db, wave.id, [order.token]) : []
  if (!row)
    return order?.fcId === wave.fcId
      ? { ok: false, code: 'not_in_wave', token: identifier }
      : { ok: false, code: 'unknown_barcode', barcode: scanned.trim() }
  const recalled = recalledInBox(db, wave.id, row)
  if (recalled.length > 0) return { ok: false, code: 'recalled', lots: recalled }
  if (row.state === 'stopped') return { ok: false, code: 'changed', boxes: [row] }
  if (row.state === 'removed') return { ok: false, code: 'removed', boxes: [row] }
  const current = row.slipVersion ?? row.orderVersion
  if (slip && slip.version !== current) return { ok: false, code: 'old_slip', identifier }
  return { ok: true, row }
}
