import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import {
  type BoxLine,
  type EditedBox,
  type EditWish,
  type Order,
  orderLines,
  orders,
  type PaidCard,
} from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { enqueue } from '../../jobs/queue.ts'
import { returnLines } from '../../stock/return-units.ts'
import { sellUnits } from '../../stock/stock.ts'
import { type OrderChange, recordChange } from '../changes.ts'
import { giftColumns } from '../gifting.ts'
import { mailOrderEdited } from '../mails.tsx'
import { changedLines, unitsOf } from './box-lines.ts'

/** Puts the new contents into a placed order. The caller has checked them, and moves money and version. */
export function writeBox(
  tx: DurableTx,
  { id, fcId }: Order,
  { lines }: Pick<EditedBox, 'lines'>,
  gift: EditWish['gift'],
  now: Instant,
) {
  if (fcId === null) throw new Error(`order ${id} has no center`)
  const { more, fewer } = unitsOf(lines)
  sellUnits(tx, { id, fcId }, more, now)
  if (fewer.length > 0) returnLines(tx, { id, fcId }, fewer, now)
  for (const line of changedLines(lines)) writeLine(tx, id, line, now)
  if (gift !== 'unchanged') tx.update(orders).set(giftColumns(gift)).where(eq(orders.id, id)).run()
}

function writeLine(tx: DurableTx, orderId: number, line: BoxLine, now: Instant) {
  const { offerId, from, to, priceCents, poundCents } = line
  const isLine = and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
  if (to === 0) return void tx.delete(orderLines).where(isLine).run()
  if (from > 0) return void tx.update(orderLines).set({ quantity: to }).where(isLine).run()
  tx.insert(orderLines).values({ orderId, offerId, quantity: to, priceCents, poundCents, addedAt: now }).run()
}

type Edited = {
  lines: BoxLine[]
  differenceCents: number
  /** What banks only held of a difference that goes back. */
  heldCents?: number
  by: OrderChange['by']
  /** That paid the difference. */
  card?: PaidCard | null
  /** It ended a change that waited for its payment, which the email mentions. */
  endsWaiting?: boolean | undefined
}

/** @param order as it is after the change */
export function announceEdit(
  tx: DurableTx,
  order: Order,
  { lines, differenceCents, heldCents, by, card, endsWaiting }: Edited,
  now: Instant,
) {
  const detail = {
    lines: changedLines(lines).map(({ name, label, from, to }) => ({ name, label, from, to })),
    ...(card && { card }),
  }
  recordChange(tx, order, { kind: 'edited', detail, by, differenceCents }, now)
  const { id: orderId, version } = order
  const key = `order_edited:${order.token}:${version}`
  enqueue(tx, mailOrderEdited, { orderId, version, heldCents, endsWaiting }, { key, now })
}
