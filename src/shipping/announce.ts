import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type NoticeWord, type Order, type ShippingLabel, shipmentNotices } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { expectedDay, type ShipmentWord, shipmentWord } from '../delivery/parcel-status.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { doorZoneOf } from '../orders/door-zone.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import { textShipment } from '../texts/order-texts.ts'
import { mailShipment } from './mails.tsx'
import { hasShipped } from './scanned-boxes.ts'

/** For a delay: the day that was promised, and the carrier's new one. */
export type Delay = { promisedOn: Day; expectedOn: Day | null }

/**
 * Tells the buyer where a box is, in the transaction that learns of it: each word once, a delay once per promised day.
 * Every notice of a box on its way begins here. @returns whether it is new
 */
export function announceShipment(
  tx: DurableTx,
  order: Pick<Order, 'id' | 'identifier'>,
  word: NoticeWord,
  now: Instant,
  delay?: Delay,
): boolean {
  const notice = tx
    .insert(shipmentNotices)
    .values({ orderId: order.id, word, ...delay, at: now })
    .onConflictDoNothing()
    .returning()
    .get()
  if (!notice) return false
  enqueue(tx, mailShipment, { noticeId: notice.id }, { key: `mail_shipment:${notice.id}`, now })
  const whole = orderById(tx, order.id)
  const news = {
    word,
    key: `shipment:${notice.id}`,
    expectedOn: delay ? delay.expectedOn : whole.arrivalOn,
    path: paths.tracking(whole.token),
  }
  textShipment(tx, whole, news, now)
  if (word === 'failed' || word === 'returned') flagProblem(tx, order, word, now)
  return true
}

type Problem = 'failed' | 'returned'

/** Of the flag, which is its own for each: a box that arrived after all can still come back. */
export const problemKey = (orderId: number, word: Problem) => `parcel_${word}:${orderId}`

const flagProblem = (
  tx: DurableTx,
  { id, identifier }: Pick<Order, 'id' | 'identifier'>,
  word: Problem,
  now: Instant,
) =>
  flagForStaff(tx, {
    kind: 'parcel_problem',
    key: problemKey(id, word),
    orderId: id,
    detail: word === 'failed' ? `Box ${identifier} wasn't delivered.` : `Box ${identifier} is coming back.`,
    now,
  })

const NOTICES: Partial<Record<ShipmentWord, NoticeWord>> = {
  in_transit: 'shipped',
  out_for_delivery: 'out_for_delivery',
  ready_for_pickup: 'ready_for_pickup',
  delivered: 'delivered',
  failed: 'failed',
  returned: 'returned',
}

/** What the carrier's news of a parcel that has left mean to its buyer. */
export function announceNews(tx: DurableTx, label: ShippingLabel, now: Instant) {
  const order = orderById(tx, label.orderId)
  const { arrivalOn, fcId } = order
  if (label.state !== 'bought' || arrivalOn === null || fcId === null) return
  if (!hasShipped(tx, order.id)) return
  const expectedOn = expectedDay(label.expectedAt, doorZoneOf(tx, order))
  const word = shipmentWord({ ...label, expectedOn, promisedOn: arrivalOn, hasLeft: true })
  const notice = NOTICES[word]
  if (notice) announceShipment(tx, order, notice, now)
  if (word === 'delayed') announceDelay(tx, order, arrivalOn, expectedOn, now)
}

/** Carriers repeat that a box is late with every scan. Once a new day is told, only a later one is news. */
function announceDelay(tx: DurableTx, order: Order, arrivalOn: Day, expectedOn: Day | null, now: Instant) {
  const toldOn = lastPromise(tx, order.id)
  const promisedOn = toldOn ?? arrivalOn
  const isLater = expectedOn !== null && expectedOn > promisedOn
  if (toldOn !== null && !isLater) return
  announceShipment(tx, order, 'delayed', now, { promisedOn, expectedOn: isLater ? expectedOn : null })
}

/** The last new day that we told the buyer. */
const lastPromise = (db: Db, orderId: number): Day | null =>
  db
    .select({ expectedOn: shipmentNotices.expectedOn })
    .from(shipmentNotices)
    .where(and(eq(shipmentNotices.orderId, orderId), isNotNull(shipmentNotices.expectedOn)))
    .orderBy(desc(shipmentNotices.expectedOn))
    .limit(1)
    .get()?.expectedOn ?? null
