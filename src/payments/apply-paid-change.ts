import type { DurableTx } from '#db/client.ts'
import type { DearerMove, EditedBox, ExtraCharge, Order, PaidCard, PaidChange } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { changedBy, recordActing } from '../orders/acting-staff.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { announceEdit, writeBox } from '../orders/edit/apply.ts'
import { unitsOf } from '../orders/edit/box-lines.ts'
import { quoteEdit } from '../orders/edit/quote.ts'
import { dearerMoveProblem, writeDearerMove } from '../orders/move-dearer.ts'
import { buyerOf } from '../orders/readiness.ts'
import { paidCents } from '../pricing/placed-price.ts'
import { shortagesOf } from '../stock/stock.ts'
import type { IntentSnapshot } from './provider.ts'

const MEANWHILE = 'Your order changed meanwhile, so we left it as it is.'
const PRICE_MOVED = 'The price of the change moved meanwhile, so we left your order as it is.'
const GONE = 'The change took too long, so we left your order as it is.'

type Paid = Pick<IntentSnapshot, 'receivedCents' | 'card'>

/** @returns why it can't be made anymore */
export function applyPaidChange(
  tx: DurableTx,
  order: Order,
  charge: ExtraCharge | null,
  paid: Paid,
  now: Instant,
): string | null {
  if (!charge) return GONE
  if (order.state !== 'paid' || order.version !== charge.orderVersion) return MEANWHILE
  const { change } = charge
  return change.kind === 'edited'
    ? applyEdit(tx, order, { ...charge, change }, paid, now)
    : applyMove(tx, order, { ...charge, move: change.move }, paid, now)
}

type EditCharge = ExtraCharge & { change: Extract<PaidChange, { kind: 'edited' }> }

function applyEdit(tx: DurableTx, order: Order, charge: EditCharge, paid: Paid, now: Instant): string | null {
  const { receivedCents } = paid
  const { wish, staff, endsWaiting } = charge.change
  const box = charge.expiresAt > now ? heldBox(tx, order, charge, now) : renewedBox(tx, order, charge, now)
  if (typeof box === 'string') return box
  if (box.dueCents - paidCents(order) !== receivedCents) return PRICE_MOVED
  writeBox(tx, order, box, wish.gift, now)
  const totalCents = (order.totalCents ?? 0) + receivedCents
  const changed = advanceOrder(tx, order, { state: order.state, updatedAt: now, ...box.totals, totalCents })
  const edited = { lines: box.lines, differenceCents: receivedCents, by: changedBy(staff), endsWaiting }
  announceEdit(tx, changed, { ...edited, card: shownCard(paid) }, now)
  recordActing(tx, order, staff, { verb: 'order.edited', detail: { difference_cents: receivedCents } }, now)
  return null
}

/** As it was priced. A clerk may have taken its units off the shelf since. */
function heldBox(
  tx: DurableTx,
  order: Order,
  { change: { box } }: EditCharge,
  now: Instant,
): EditedBox | string {
  const { more } = unitsOf(box.lines)
  const isShort = order.fcId === null || shortagesOf(tx, buyerOf(order, order.fcId), more, now).length > 0
  return isShort ? 'Something you added sold out meanwhile, so we left your order as it is.' : box
}

/** Money after the hold goes through every check again, at today's prices. */
function renewedBox(
  tx: DurableTx,
  order: Order,
  { change: { wish } }: EditCharge,
  now: Instant,
): EditedBox | string {
  const answer = quoteEdit(tx, order, wish, now)
  return answer.ok ? answer.quote.box : answer.refusal.message
}

type MoveCharge = { move: DearerMove; expiresAt: Instant }

/** Money after the hold comes too late: the day may be full, and its price another. */
function applyMove(
  tx: DurableTx,
  order: Order,
  { move, expiresAt }: MoveCharge,
  paid: Paid,
  now: Instant,
): string | null {
  if (expiresAt <= now) return GONE
  if (move.dueCents - paidCents(order) !== paid.receivedCents) return PRICE_MOVED
  const problem = dearerMoveProblem(tx, order, move, now)
  if (problem) return problem
  writeDearerMove(tx, order, { move, chargedCents: paid.receivedCents, card: shownCard(paid) }, now)
  return null
}

const shownCard = ({ card }: Paid): PaidCard | null =>
  card ? { brand: card.brand, last4: card.last4 } : null
