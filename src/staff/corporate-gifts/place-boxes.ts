import { and, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { type CorporateGift, corporateGifts, type GiftBox, orders } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { flagForStaff } from '../../flags/flags.ts'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { enqueue } from '../../jobs/queue.ts'
import { formatCents } from '../../money.ts'
import { itemsOf } from '../../orders/items.ts'
import { changeOpenOrder } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { prepareOrder } from '../../orders/prepare.ts'
import { acceptPrices, factOf } from '../../orders/readiness.ts'
import { isOpen } from '../../orders/states.ts'
import { settleFree } from '../../payments/finalize.ts'
import { boughtCardById, issuedCardsOf } from '../../pricing/bought-cards.ts'
import { addGiftCard } from '../../pricing/gift-cards.ts'
import type { Services } from '../../services.ts'
import { attemptGift } from './attempt-gift.ts'
import { boxesOf, giftBoxById, giftById, isAnyBox, updateBox, updateGift } from './gifts.ts'
import { mailGiftPlaced } from './mails.tsx'

/** A recurring task, because a payment can arrive in many ways. One that the bank or staff look into waits. */
export async function placePaidGifts(services: Pick<Services, 'db' | 'clock' | 'log'>) {
  const { db, clock } = services
  const paid = db
    .select({ id: corporateGifts.id })
    .from(corporateGifts)
    .innerJoin(orders, eq(orders.id, corporateGifts.payerId))
    .where(and(eq(corporateGifts.state, 'quoted'), isNotNull(orders.placedAt), eq(orders.state, 'paid')))
    .all()
  for (const { id } of paid)
    await attemptGift(services, id, () => durably(db, (tx) => beginPlacing(tx, id, clock.now())))
}

function beginPlacing(tx: DurableTx, giftId: number, now: Instant) {
  if (giftById(tx, giftId).state !== 'quoted') return
  updateGift(tx, giftId, { state: 'paid' })
  for (const box of boxesOf(tx, giftId)) if (box.boughtId !== null) placeSoon(tx, box, 'first', now)
}

/** @param attempt names this try */
export function placeSoon(tx: DurableTx, { id: boxId }: GiftBox, attempt: string, now: Instant) {
  updateBox(tx, boxId, { state: 'placing', problem: null })
  enqueue(tx, placeGiftBox, { boxId }, { key: `place_gift_box:${boxId}:${attempt}`, now })
}

/** Pays for one box with the gift card that was bought for it. A box that can't be placed waits for staff. */
export const placeGiftBox = job(
  'place_gift_box',
  z.object({ boxId: z.number() }),
  LANES.local,
  async (services, { boxId }) => {
    const { db, clock } = services
    const begun = await durably(db, (tx) => readyOrder(tx, boxId))
    if (begun === null) return
    const problem = 'problem' in begun ? begun.problem : await place(services, begun.orderId)
    await durably(db, (tx) => settleBox(tx, boxId, problem, clock.now()))
  },
)

/** @returns null if there is nothing to place */
function readyOrder(tx: DurableTx, boxId: number): { orderId: number } | { problem: string } | null {
  const box = giftBoxById(tx, boxId)
  if (box?.state !== 'placing') return null
  if (box.orderId === null) return { problem: ENDED }
  const { orderId, boughtId } = box
  const order = orderById(tx, orderId)
  if (order.placedAt !== null) return { orderId }
  if (!isOpen(order.state)) return { problem: ENDED }
  const card = boughtId === null ? null : issuedCardOf(tx, boughtId)
  if (!card || card.bought.giftCardId === null || card.bought.endedAt !== null) return { problem: RETURNED }
  if (card.frozenAt !== null) return { problem: ON_HOLD }
  addGiftCard(tx, orderId, card.bought.giftCardId)
  acceptPrices(tx, itemsOf(tx, orderId))
  return { orderId }
}

const ENDED = 'Its draft order has ended, so only its money can be given back.'
const RETURNED = 'Its money has gone back already.'
const ON_HOLD = 'The bank is looking into the payment.'

function issuedCardOf(tx: DurableTx, boughtId: number) {
  const bought = boughtCardById(tx, boughtId)
  return bought && issuedCardsOf(tx, bought.orderId).find((card) => card.bought.id === boughtId)
}

/** @returns why it can't be placed; null once it is */
async function place(services: Services, orderId: number): Promise<string | null> {
  const { db, clock, config } = services
  if (orderById(db, orderId).placedAt !== null) return null
  const prepared = await prepareOrder(db, orderId, {
    now: clock.now(),
    holdSeconds: config.holdSeconds,
    agreed: true,
  })
  if (!prepared.ok) return factOf(prepared.refusal)
  const missingCents = prepared.order.totalCents ?? 0
  if (missingCents > 0) return `It costs ${formatCents(missingCents)} more than was paid for it.`
  const settled = await settleFree(services, orderId)
  return settled.ok ? null : settled.message
}

function settleBox(tx: DurableTx, boxId: number, problem: string | null, now: Instant) {
  const box = giftBoxById(tx, boxId)
  if (box?.state !== 'placing') return
  const order = box.orderId === null ? null : orderById(tx, box.orderId)
  // Another run of this job may have been faster.
  const isPlaced = order !== null && order.placedAt !== null
  if (order && isOpen(order.state)) changeOpenOrder(tx, order, now)
  updateBox(tx, boxId, { state: isPlaced ? 'placed' : 'failed', problem: isPlaced ? null : problem })
  if (!isAnyBox(tx, box.giftId, 'placing')) announce(tx, box.giftId, now)
}

export const failedKey = ({ token }: Pick<CorporateGift, 'token'>) => `gift_boxes_failed:${token}`

/** Once the last one is placed or has failed. */
function announce(tx: DurableTx, giftId: number, now: Instant) {
  const { token, payerId } = giftById(tx, giftId)
  if (payerId === null) throw new Error(`gift ${giftId} was paid by no order`)
  const boxes = boxesOf(tx, giftId)
  if (boxes.some(({ state }) => state === 'placed'))
    enqueue(tx, mailGiftPlaced, { giftId }, { key: `mail_gift_placed:${token}`, now })
  const failed = boxes.filter(({ state }) => state === 'failed').length
  if (failed === 0) return
  flagForStaff(tx, {
    kind: 'gift_boxes_failed',
    key: failedKey({ token }),
    orderId: payerId,
    subjectId: giftId,
    detail: `${failed} of ${boxes.length} boxes of a corporate gift couldn’t be placed.`,
    now,
  })
}
