import type { Db, DurableTx } from '#db/client.ts'
import { personName } from '../accounts/person-name.ts'
import { todayAt } from '../delivery/centers.ts'
import { orderByToken } from '../orders/orders.ts'
import { badLots } from '../stock/lot-packing.ts'
import type { LotProblem } from '../stock/lot-rules.ts'
import type { BoxRefusal, Press } from './pack-boxes.ts'
import { recalledInBox } from './recalled-in-box.ts'
import { type WaveBoxRow, waveBoxesByToken } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

export type PackingRefusal =
  | BoxRefusal
  | { ok: false; code: 'packed'; identifier: string; by: string | null }
  | { ok: false; code: 'unknown_barcode'; barcode: string }
  | { ok: false; code: 'scanned_before'; identifier: string }
  | { ok: false; code: 'wrong_item' | 'too_many'; have: string; need: string[] }
  | { ok: false; code: 'not_on_books' }
  | { ok: false; code: 'lot_in_box'; lot: string; problem: LotProblem }
  | { ok: false; code: 'recalled'; lots: string[] }
  | { ok: false; code: 'wrong_lot' | 'which_lot'; have: string; need: string[]; why: string }
  | { ok: false; code: 'not_in_box'; packageId: string; identifier: string }
  | { ok: false; code: 'no_weight' }
  | { ok: false; code: 'weigh_again'; grams: number; least: number; most: number }
  | { ok: false; code: 'old_slip'; identifier: string }
  | { ok: false; code: 'not_that_many' | 'only_item'; have: number }

export type Scanned =
  | { ok: true; row: WaveBoxRow; isPacked: boolean; packageId: string | null }
  | PackingRefusal

type OpenBox = { ok: true; row: WaveBoxRow } | PackingRefusal

/** The box of an order while it can be packed. What happened to the order meanwhile stops it here. */
export function openBox(db: Db, wave: Wave, orderToken: string): OpenBox {
  const [row] = waveBoxesByToken(db, wave.id, [orderToken])
  if (!row) {
    const isOurs = orderByToken(db, orderToken)?.fcId === wave.fcId
    return { ok: false, code: isOurs ? 'not_in_wave' : 'unknown_order', token: orderToken }
  }
  const recalled = recalledInBox(db, wave.id, row)
  if (recalled.length > 0) return { ok: false, code: 'recalled', lots: recalled }
  if (row.state === 'stopped') return { ok: false, code: 'changed', boxes: [row] }
  if (row.state === 'removed' || row.state === 'shipped') return { ok: false, code: row.state, boxes: [row] }
  if (row.state === 'packed') {
    const by = row.packer && personName(row.packer)
    return { ok: false, code: 'packed', identifier: row.identifier, by }
  }
  return { ok: true, row }
}

/** Also while no pack in it is of a lot that has expired or was recalled since: once packed, none can be taken out. */
export function openGoodBox(tx: DurableTx, wave: Wave, orderToken: string, { now }: Press): OpenBox {
  const box = openBox(tx, wave, orderToken)
  if (!box.ok) return box
  const bad = badLots(tx, wave.id, [box.row.orderId], todayAt(tx, wave.fcId, now)).find(
    ({ packed }) => packed > 0,
  )
  return bad ? { ok: false, code: 'lot_in_box', lot: bad.code, problem: bad.problem } : box
}
