import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { boxShorts, orderLines } from '#db/schema/index.ts'
import { enqueue } from '../jobs/queue.ts'
import { takeBundledUnits } from '../orders/bundles.ts'
import { orderById } from '../orders/orders.ts'
import { lowerItems } from '../payments/lower-items.ts'
import { looseUnits } from '../pricing/total.ts'
import { planToLose } from '../stock/late-plans.ts'
import { loseFromLot } from '../stock/lot-packing.ts'
import { writeOffSold } from '../stock/write-off.ts'
import { type Press, setSlipVersion } from './pack-boxes.ts'
import { packedLines } from './packages.ts'
import { openBox, type Scanned } from './packing-box.ts'
import { missingPacks, type PackedLine } from './packing-lines.ts'
import { closeIfComplete } from './scan-package.ts'
import { mailShort } from './short-mail.tsx'
import type { Wave } from './waves.ts'

export type ShortRequest = { orderToken: string; offerToken: string; quantity: number; reason: string }

/**
 * Takes off a box what is not on the shelf. Its price goes back with its share of discounts and tax, stock is
 * corrected, and the shopper is told. A box that is left empty is canceled instead, which a person decides.
 */
export function shortBox(tx: DurableTx, wave: Wave, request: ShortRequest, press: Press): Scanned {
  const box = openBox(tx, wave, request.orderToken)
  if (!box.ok) return box
  const { row } = box
  const lines = packedLines(tx, wave.id, row)
  const line = lines.find(({ bid_item_token }) => bid_item_token === request.offerToken)
  if (!line) return { ok: false, code: 'unknown_barcode', barcode: request.offerToken }
  const { quantity, reason } = request
  if (quantity > missingPacks(line)) return { ok: false, code: 'not_that_many', have: missingPacks(line) }
  if (lines.length === 1 && quantity === line.quantity)
    return { ok: false, code: 'only_item', have: line.quantity }
  const itemsCents = takeOffOrder(tx, row.orderId, line, quantity)
  const order = orderById(tx, row.orderId)
  const note = `Short in ${row.identifier}: ${reason}`
  const place = { orderId: order.id, fcId: wave.fcId, offerId: line.offerId }
  const boxLine = { ...place, waveId: wave.id }
  planToLose(tx, boxLine, quantity)
  const shares = loseFromLot(tx, boxLine, quantity)
  writeOffSold(tx, { ...place, shares, note, userId: press.userId }, press.now)
  const lowered = lowerItems(tx, order, itemsCents, press.now)
  setSlipVersion(tx, wave, lowered.order)
  const { cardCents, giftCents } = lowered
  const { id: shortId } = tx
    .insert(boxShorts)
    .values({
      waveId: wave.id,
      orderId: order.id,
      offerId: line.offerId,
      quantity,
      reason,
      itemsCents,
      cardCents,
      giftCents,
      userId: press.userId,
      at: press.now,
    })
    .returning({ id: boxShorts.id })
    .get()
  enqueue(tx, mailShort, { shortId }, { key: `mail_short:${shortId}`, now: press.now })
  const left = openBox(tx, wave, request.orderToken)
  return left.ok ? closeIfComplete(tx, wave, left.row, press, null) : left
}

/** What was paid for goes first: a free pack of the same stays in the box. @returns the price of what was taken off */
function takeOffOrder(tx: DurableTx, orderId: number, { offerId }: PackedLine, quantity: number): number {
  const isLine = and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
  const bought = tx.select().from(orderLines).where(isLine).get()
  if (!bought) return 0
  const units = Math.min(quantity, bought.quantity)
  const loose = Math.min(units, looseUnits(bought))
  if (loose === bought.quantity) tx.delete(orderLines).where(isLine).run()
  else if (loose > 0)
    tx.update(orderLines)
      .set({ quantity: bought.quantity - loose })
      .where(isLine)
      .run()
  return loose * bought.priceCents + takeBundledUnits(tx, orderId, offerId, units - loose)
}
