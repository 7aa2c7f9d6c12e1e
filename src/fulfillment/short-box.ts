import { and, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { boxShorts, type Order, type OrderLine, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { takeBundledUnits } from '../orders/bundles.ts'
import { orderById } from '../orders/orders.ts'
import { lowerItems } from '../payments/lower-items.ts'
import { isSentFree } from '../pricing/placed-price.ts'
import { looseUnits } from '../pricing/total.ts'
import { planToLose } from '../stock/late-plans.ts'
import { loseFromLot } from '../stock/lot-packing.ts'
import { writeOffSold } from '../stock/write-off.ts'
import { type Press, setSlipVersion } from './pack-boxes.ts'
import { packedLines } from './packages.ts'
import { openBox, openGoodBox, type Scanned } from './packing-box.ts'
import { missingPacks, type PackedLine } from './packing-lines.ts'
import { closeIfComplete } from './scan-package.ts'
import { mailShort } from './short-mail.tsx'
import { waveBoxesByToken } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

export type ShortRequest = {
  orderToken: string
  offerToken: string
  quantity: number
  reason: string
  /** Of the form. Without one, each request counts. */
  press?: string | null
}

/** What came of a press of the same form that was here before. */
export function shortOfPress(db: Db, wave: Wave, { orderToken, press }: ShortRequest): Scanned | null {
  const short = !press ? null : db.select().from(boxShorts).where(eq(boxShorts.press, press)).get()
  const [row] = short ? waveBoxesByToken(db, wave.id, [orderToken]) : []
  return row ? { ok: true, row, isPacked: row.state === 'packed', packageId: null } : null
}

/**
 * Takes off a box what is not on the shelf. Its price goes back with its share of discounts and tax, stock is
 * corrected, and the shopper is told. A box that is left empty is canceled instead, which a person decides.
 */
export function shortBox(tx: DurableTx, wave: Wave, request: ShortRequest, press: Press): Scanned {
  const box = openGoodBox(tx, wave, request.orderToken, press)
  if (!box.ok) return box
  const { row } = box
  const lines = packedLines(tx, wave.id, row)
  const line = lines.find(({ bid_item_token }) => bid_item_token === request.offerToken)
  if (!line) return { ok: false, code: 'unknown_barcode', barcode: request.offerToken }
  const { quantity, reason } = request
  if (quantity > missingPacks(line)) return { ok: false, code: 'not_that_many', have: missingPacks(line) }
  if (lines.length === 1 && quantity === line.quantity)
    return { ok: false, code: 'only_item', have: line.quantity }
  const { units, itemsCents, paidCents } = takeOffOrder(tx, row.orderId, line, quantity)
  const order = orderById(tx, row.orderId)
  const note = `Short in ${row.identifier}: ${reason}`
  const place = { orderId: order.id, fcId: wave.fcId, offerId: line.offerId }
  const boxLine = { ...place, waveId: wave.id }
  planToLose(tx, boxLine, quantity)
  const shares = loseFromLot(tx, boxLine, quantity)
  writeOffSold(tx, { ...place, shares, note, userId: press.userId }, press.now)
  const lowered = lowerItems(tx, order, paidCents, press.now)
  setSlipVersion(tx, wave, lowered.order)
  const { cardCents, heldCents, giftCents } = lowered
  const short = {
    waveId: wave.id,
    orderId: order.id,
    offerId: line.offerId,
    reason,
    userId: press.userId,
    at: press.now,
  }
  const paid = { itemsCents, cardCents, giftCents, press: request.press ?? null }
  const shortId = keepShort(tx, { ...short, ...paid, quantity: units || quantity })
  if (units > 0 && units < quantity) keepShort(tx, { ...short, ...FREE, quantity: quantity - units })
  enqueue(tx, mailShort, { shortId, quantity, heldCents }, { key: `mail_short:${shortId}`, now: press.now })
  if (isSentFree(order))
    flagReplacement(tx, order, shortId, `${quantity} × ${line.name}, ${line.label}`, press.now)
  const left = openBox(tx, wave, request.orderToken)
  return left.ok ? closeIfComplete(tx, wave, left.row, press, null) : left
}

const FREE = { itemsCents: 0, cardCents: 0, giftCents: 0 }

/** Of packs that were paid for, or of free ones: a farm's statement counts them apart. */
const keepShort = (tx: DurableTx, short: typeof boxShorts.$inferInsert): number =>
  tx.insert(boxShorts).values(short).returning({ id: boxShorts.id }).get().id

/** Nobody paid for it, so nothing goes back by itself: what is missing was paid for in the first box. */
const flagReplacement = (
  tx: DurableTx,
  { id, identifier }: Order,
  shortId: number,
  what: string,
  now: Instant,
) =>
  flagForStaff(tx, {
    kind: 'replacement_short',
    key: `replacement_short:${shortId}`,
    orderId: id,
    detail: `${what} is missing from ${identifier}.`,
    now,
  })

/**
 * `units`: of the order's own line, not a reward's. `itemsCents`: as the slip had it, by weight at most. `paidCents`:
 * what the order costs less.
 */
type TakenOff = { units: number; itemsCents: number; paidCents: number }

/** What was paid for goes first: a free pack of the same stays in the box. */
function takeOffOrder(tx: DurableTx, orderId: number, { offerId }: PackedLine, quantity: number): TakenOff {
  const isLine = and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
  const bought = tx.select().from(orderLines).where(isLine).get()
  if (!bought) return { units: 0, itemsCents: 0, paidCents: 0 }
  const units = Math.min(quantity, bought.quantity)
  const loose = Math.min(units, looseUnits(bought))
  const left = bought.quantity - loose
  const weighed = shareOfWeighed(bought, left)
  if (left === 0) tx.delete(orderLines).where(isLine).run()
  else if (loose > 0)
    tx.update(orderLines)
      .set({ quantity: left, ...weighed })
      .where(isLine)
      .run()
  const atMostCents = loose * bought.priceCents
  const bundledCents = takeBundledUnits(tx, orderId, offerId, units - loose)
  const looseCents = weighed ? (bought.packedCents ?? 0) - weighed.packedCents : atMostCents
  return { units, itemsCents: atMostCents + bundledCents, paidCents: looseCents + bundledCents }
}

/** The box was packed before, and its price is by weight already: what is left keeps its share until it's weighed again. */
function shareOfWeighed({ packedCents, packedGrams, quantity }: OrderLine, left: number) {
  if (packedCents === null || packedGrams === null) return null
  const share = (of: number) => Math.floor((of * left) / quantity)
  return { packedCents: share(packedCents), packedGrams: share(packedGrams) }
}
