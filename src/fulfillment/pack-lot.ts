import { and, eq, gt } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { boxLots, lots } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { looseUnits, lotsToPack, lotToPack, planToPack } from '../stock/late-plans.ts'
import { type BoxLine, lotProblemForBox, packFromLot } from '../stock/lot-packing.ts'
import { lotProblemWords } from '../stock/lot-rules.ts'
import { isRecalledCode, lotById, lotOf } from '../stock/lots.ts'
import type { Press } from './pack-boxes.ts'
import type { PackingRefusal } from './packing-box.ts'
import type { PackedLine } from './packing-lines.ts'
import type { WaveBoxRow } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/** `code` is the lot on the pack; without one, the pack is of the planned lot. */
type PackOfLot = { row: WaveBoxRow; line: PackedLine; code: string | null }

type LotPacked =
  | { ok: true; lot: string | null }
  | Extract<PackingRefusal, { code: 'wrong_lot' | 'which_lot' | 'not_on_books' }>

/**
 * A lot that has expired, was recalled or may not go to this address is refused. Codes without a lot here are kept. A
 * pack without a lot on it may come from one that expired after picking, so we ask the packer which lot it is.
 */
export function packLot(
  tx: DurableTx,
  wave: Wave,
  { row, line, code }: PackOfLot,
  { now }: Press,
): LotPacked {
  const boxLine = { waveId: wave.id, orderId: row.orderId, offerId: line.offerId }
  const today = todayAt(tx, wave.fcId, now)
  const known = code === null ? null : lotOf(tx, wave.fcId, line.offerId, code)
  const place = { ...boxLine, fcId: wave.fcId }
  if (code !== null && !known && isRecalledCode(tx, wave.fcId, line.offerId, code))
    return recalledLot(code, neededLots(tx, place, today))
  const isUnplanned = !known && dueLots(tx, boxLine).length === 0
  if (isUnplanned && looseUnits(tx, place) < 1) {
    const next = lotToPack(tx, place, today)
    if (next === null) return { ok: false, code: 'not_on_books' }
    if (code !== null) return unknownLot(code, [lotById(tx, next)?.code ?? ''])
    planToPack(tx, place, 1, today)
  }
  const planned = dueLots(tx, boxLine)
  const isGood = ({ id }: { id: number }) => !lotProblemForBox(tx, id, row.orderId, today)
  const lot = code === null ? (planned.find(isGood) ?? planned[0]) : known
  if (!lot && code !== null && planned.length > 0) return unknownLot(code, neededLots(tx, place, today))
  const packed = packFromLot(tx, boxLine, lot?.id ?? null, 1, today)
  if (packed.ok) return { ok: true, lot: lot?.code ?? null }
  const why =
    packed.reason === 'none_left' || packed.reason === 'other_offer'
      ? 'has nothing left on the books'
      : lotProblemWords(packed.reason)
  const others = code === null ? otherLots(tx, place, today) : []
  if (others.length > 0) return { ok: false, code: 'which_lot', have: lot?.code ?? '', need: others, why }
  return { ok: false, code: 'wrong_lot', have: lot?.code ?? '', need: neededLots(tx, place, today), why }
}

/** The planned lots that the box may still have; if they have all expired, the one to take instead. */
function neededLots(tx: DurableTx, place: BoxLine & { fcId: number }, today: Day): string[] {
  const good = dueLots(tx, place).filter(({ id }) => !lotProblemForBox(tx, id, place.orderId, today))
  if (good.length > 0) return good.map(({ code }) => code)
  const next = lotToPack(tx, place, today)
  return next === null ? [] : [lotById(tx, next)?.code ?? '']
}

const otherLots = (db: Db, place: BoxLine & { fcId: number }, today: Day): string[] =>
  lotsToPack(db, place, today).map((id) => lotById(db, id)?.code ?? '')

const unknownLot = (have: string, need: string[]) =>
  ({ ok: false, code: 'wrong_lot', have, need, why: 'is not known here' }) as const

const recalledLot = (have: string, need: string[]) =>
  ({ ok: false, code: 'wrong_lot', have, need, why: lotProblemWords('recalled') }) as const

const dueLots = (db: Db, { waveId, orderId, offerId }: BoxLine) =>
  db
    .select({ id: lots.id, code: lots.code })
    .from(boxLots)
    .innerJoin(lots, eq(lots.id, boxLots.lotId))
    .where(
      and(
        eq(boxLots.waveId, waveId),
        eq(boxLots.orderId, orderId),
        eq(boxLots.offerId, offerId),
        gt(boxLots.due, 0),
      ),
    )
    .all()
