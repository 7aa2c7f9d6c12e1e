import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type Delivery,
  deliveries,
  deliveryLines,
  type Inspection,
  type Lot,
  lots,
  receiptLines,
  receipts,
} from '#db/schema/index.ts'
import { counted } from '../counted.ts'
import { type Day, formatDate, type Instant } from '../day.ts'
import { addDates, createLot, lotCode, lotOf } from './lots.ts'
import { receiveIntoLot } from './receive-lots.ts'

/** The reason of a count that is short because more will come. */
export const REST_LATER = 'The rest comes later'

export type CountedLine = {
  offerId: number
  /** For messages. */
  name: string
  lot: string
  quantity: number
  bestBy: Day | null
  harvestedOn: Day | null
  packedOn: Day | null
  frozenOn: Day | null
  inspection: Inspection
  establishment: string | null
  reason: string
  /** The code is right although another lot's looks like it. */
  isNewLot: boolean
}

export type Count = {
  lines: CountedLine[]
  fingerprint: string
  /** How many counted lines the page showed. null if nobody says. */
  seen: number | null
  temperatureF: number | null
  userId: number
  originState: string
  tokenOf: () => string
  now: Instant
}

export type CheckInRefusal =
  | { code: 'already_received' }
  | { code: 'line_received' | 'counted_since' | 'reason_missing' | 'recalled'; message: string }
  | { code: 'date_differs' | 'inspection_differs' | 'similar_lot'; message: string }

export type CheckedIn =
  | { ok: true; receiptId: number; isRepeat: boolean }
  | { ok: false; refusal: CheckInRefusal }

/** Makes stock of what was counted, once: the same count sent again is the same receipt. */
export function checkIn(tx: DurableTx, delivery: Delivery, count: Count): CheckedIn {
  const same = receiptOf(tx, delivery.id, count.fingerprint)
  if (same !== null) return { ok: true, receiptId: same, isRepeat: true }
  if (delivery.state === 'received') return { ok: false, refusal: { code: 'already_received' } }
  const refusal = countRefusal(tx, delivery, count)
  if (refusal) return { ok: false, refusal }
  const { fingerprint, temperatureF, userId, now } = count
  const { id: receiptId } = tx
    .insert(receipts)
    .values({ deliveryId: delivery.id, fingerprint, temperatureF, userId, at: now })
    .returning({ id: receipts.id })
    .get()
  for (const line of count.lines) receiveLine(tx, delivery, receiptId, line, count)
  closeLines(tx, delivery.id, count)
  return { ok: true, receiptId, isRepeat: false }
}

const receiptOf = (db: Db, deliveryId: number, fingerprint: string): number | null =>
  db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.deliveryId, deliveryId), eq(receipts.fingerprint, fingerprint)))
    .get()?.id ?? null

export type Expected = { offerId: number; expected: number; received: number; closedAt: Instant | null }

export const expectedLines = (db: Db, deliveryId: number): Expected[] =>
  db
    .select({
      offerId: deliveryLines.offerId,
      expected: deliveryLines.expected,
      closedAt: deliveryLines.closedAt,
      received: sql<number>`(select coalesce(sum(receipt_lines.quantity), 0) from receipts
        inner join receipt_lines on receipt_lines.receipt_id = receipts.id
        where receipts.delivery_id = ${deliveryId} and receipt_lines.offer_id = ${sql`delivery_lines.offer_id`})`,
    })
    .from(deliveryLines)
    .where(eq(deliveryLines.deliveryId, deliveryId))
    .all()

function countRefusal(db: Db, delivery: Delivery, { lines, seen }: Count): CheckInRefusal | null {
  const expected = new Map(expectedLines(db, delivery.id).map((line) => [line.offerId, line]))
  const since = seen === null ? new Map<number, number>() : unitsSince(db, delivery.id, seen)
  for (const [index, line] of lines.entries()) {
    const announced = expected.get(line.offerId)
    if (announced?.closedAt != null)
      return { code: 'line_received', message: `${line.name} was already checked in.` }
    const news = since.get(line.offerId) ?? 0
    if (news > 0)
      return {
        code: 'counted_since',
        message: `${counted(news, 'pack', 'packs')} of ${line.name} ${news === 1 ? 'was' : 'were'} checked in since you opened this page.`,
      }
    const ofOffer = lines.filter(({ offerId }) => offerId === line.offerId)
    const units = ofOffer.reduce((sum, { quantity }) => sum + quantity, 0)
    const due = (announced?.expected ?? 0) - (announced?.received ?? 0)
    if (units !== due && ofOffer.every(({ reason }) => reason === ''))
      return {
        code: 'reason_missing',
        message: `${line.name}: ${due} expected, ${units} counted. Say why.`,
      }
    const refusal = lotRefusal(db, delivery, line, lines.slice(0, index))
    if (refusal) return refusal
  }
  return null
}

/** By offer, what was counted after the first lines. */
function unitsSince(db: Db, deliveryId: number, seen: number): Map<number, number> {
  const rows = db
    .select({ offerId: receiptLines.offerId, quantity: receiptLines.quantity })
    .from(receipts)
    .innerJoin(receiptLines, eq(receiptLines.receiptId, receipts.id))
    .where(eq(receipts.deliveryId, deliveryId))
    .orderBy(asc(receipts.id), asc(receiptLines.id))
    .all()
  const units = new Map<number, number>()
  for (const { offerId, quantity } of rows.slice(seen))
    units.set(offerId, (units.get(offerId) ?? 0) + quantity)
  return units
}

type Dates = Pick<CountedLine, 'bestBy' | 'packedOn' | 'harvestedOn' | 'frozenOn'>
type SeenLot = Pick<Lot, 'code' | 'state' | 'inspection'> & Dates

const DATE_WORDS: [keyof Dates, string][] = [
  ['bestBy', 'is best by'],
  ['packedOn', 'was packed on'],
  ['harvestedOn', 'was harvested on'],
  ['frozenOn', 'was frozen on'],
]

/** `before`: the lines of the same count that become stock first, and may name the same lot. */
function lotRefusal(
  db: Db,
  { fcId }: Delivery,
  line: CountedLine,
  before: CountedLine[],
): CheckInRefusal | null {
  if (line.quantity === 0) return null
  const { name, offerId } = line
  const seen = [...lotsHere(db, fcId, offerId), ...lotsOfLines(before, offerId)]
  const lot = seen.find(({ code }) => code === lotCode(line.lot))
  if (lot?.state === 'recalled')
    return { code: 'recalled', message: `Lot ${lot.code} of ${name} was recalled. Set it aside.` }
  for (const [field, words] of lot ? DATE_WORDS : []) {
    const date = lot?.[field]
    if (date && line[field] && date !== line[field])
      return { code: 'date_differs', message: `${name}: lot ${lot.code} ${words} ${formatDate(date)}.` }
  }
  if (lot && line.inspection === 'state' && lot.inspection !== 'state')
    return {
      code: 'inspection_differs',
      message: `${name}: lot ${lot.code} may leave its state, and these packs may not. Give them a lot of their own.`,
    }
  const similar = lot || line.isNewLot ? null : seen.find(({ code }) => lookOf(code) === lookOf(line.lot))
  return similar
    ? {
        code: 'similar_lot',
        message: `${name}: is ${lotCode(line.lot)} the lot ${similar.code} that is already here? Correct it, or say that it is a new lot.`,
      }
    : null
}

/** O and 0, or 1, I and L, are easily mistaken for each other on a wet label. */
const lookOf = (code: string) =>
  lotCode(code)
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

const lotsHere = (db: Db, fcId: number, offerId: number): SeenLot[] =>
  db
    .select()
    .from(lots)
    .where(and(eq(lots.fcId, fcId), eq(lots.offerId, offerId)))
    .all()

const lotsOfLines = (lines: CountedLine[], offerId: number): SeenLot[] =>
  lines
    .filter((line) => line.offerId === offerId && line.quantity > 0)
    .map(({ lot, ...facts }) => ({ ...facts, code: lotCode(lot), state: 'open' }))

function receiveLine(
  tx: DurableTx,
  { id: deliveryId, fcId }: Delivery,
  receiptId: number,
  line: CountedLine,
  { userId, now, originState, tokenOf }: Count,
) {
  const { offerId, quantity, reason, bestBy } = line
  tx.insert(deliveryLines).values({ deliveryId, offerId, expected: 0 }).onConflictDoNothing().run()
  if (quantity === 0 || bestBy === null) {
    tx.insert(receiptLines).values({ receiptId, offerId, lotId: null, quantity: 0, reason }).run()
    return
  }
  const { lot: code, harvestedOn, packedOn, frozenOn, inspection, establishment } = line
  const facts = { harvestedOn, packedOn, frozenOn, bestBy, inspection, establishment, originState }
  const lot =
    lotOf(tx, fcId, offerId, code) ?? createLot(tx, { token: tokenOf(), offerId, fcId, code, ...facts }, now)
  addDates(tx, lot.id, { harvestedOn, packedOn, frozenOn })
  receiveIntoLot(tx, lot, quantity, { note: `Delivery ${deliveryId}`, userId, now })
  tx.insert(receiptLines)
    .values({ receiptId, offerId, lotId: lot.id, quantity, reason: reason || null })
    .run()
}

/** What was counted is done, unless the rest comes later: of an offer in several lots, one line says so for all. */
function closeLines(tx: DurableTx, deliveryId: number, { lines, now }: Count) {
  const isOf = eq(deliveryLines.deliveryId, deliveryId)
  const waiting = new Set(lines.filter(({ reason }) => reason === REST_LATER).map(({ offerId }) => offerId))
  for (const { offerId } of lines) {
    if (waiting.has(offerId)) continue
    const isLine = and(isOf, eq(deliveryLines.offerId, offerId))
    tx.update(deliveryLines).set({ closedAt: now }).where(isLine).run()
  }
  const left = tx
    .select({ id: deliveryLines.id })
    .from(deliveryLines)
    .where(and(isOf, isNull(deliveryLines.closedAt)))
    .get()
  tx.update(deliveries)
    .set({ state: left ? 'partly' : 'received' })
    .where(eq(deliveries.id, deliveryId))
    .run()
}
