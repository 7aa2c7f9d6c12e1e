import { and, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Order, type TextSubscription, textMessages, textSubscriptions } from '#db/schema/index.ts'
import { defaultAddress } from '../accounts/addresses.ts'
import type { Day, Instant } from '../day.ts'
import { endSubscription } from './ending.ts'
import { dropWaiting, enqueueText, type NewText } from './messages.ts'
import { subscriptionOf } from './subscriptions.ts'
import { isShipmentWord, shipmentText } from './wording.ts'

type About = Pick<NewText, 'kind' | 'body' | 'key'> & { matter: string }

/** To each number that gets texts about this order; mostly none or one. */
export function textAboutOrder(tx: Tx, order: Order, { key, matter, ...about }: About, now: Instant) {
  for (const { id, phone } of recipientsOf(tx, order))
    enqueueText(
      tx,
      {
        ...about,
        key: `${key}:${id}`,
        matter: `${matter}:${id}`,
        phone,
        zip: zipOf(tx, order),
        subscriptionId: id,
        orderId: order.id,
      },
      now,
    )
}

/** The order's own opt-in, and its account's, unless both are one number. */
function recipientsOf(db: Db, { id, userId }: Order): TextSubscription[] {
  const own = onFor(db, eq(textSubscriptions.orderId, id))
  const accounts = userId === null ? [] : onFor(db, eq(textSubscriptions.userId, userId))
  return [...own, ...accounts.filter(({ phone }) => !own.some((one) => one.phone === phone))]
}

const onFor = (db: Db, whose: ReturnType<typeof eq>) =>
  db
    .select()
    .from(textSubscriptions)
    .where(and(whose, eq(textSubscriptions.state, 'on')))
    .all()

/** A gift goes to somebody else's town. */
const zipOf = (db: Db, { giftOrder, userId, deliveryPostalCode }: Order): string | null =>
  giftOrder && userId !== null ? (defaultAddress(db, { id: userId })?.zip ?? null) : deliveryPostalCode

type Shipment = {
  word: string
  /** Names the news, so that it's sent once. */
  key: string
  /** The newest promise. */
  expectedOn: Day | null
  /** Of the tracking page. */
  path: string
}

/** Newer news replaces what waits for morning, by text or not. An order's own opt-in ends with its delivery. */
export function textShipment(tx: DurableTx, order: Order, shipment: Shipment, now: Instant) {
  const { word, key, expectedOn, path } = shipment
  if (!isShipmentWord(word)) return dropWaiting(tx, isAboutShipmentOf(order))
  const body = shipmentText(word, { identifier: order.identifier, expectedOn, path })
  textAboutOrder(tx, order, { key, kind: 'shipment', matter: `shipment:${order.id}`, body }, now)
  const own = word === 'delivered' ? subscriptionOf(tx, { orderId: order.id }) : null
  if (own && own.state !== 'off') endSubscription(tx, own, 'delivered', now)
}

const isAboutShipmentOf = ({ id }: Order) =>
  sql`${textMessages.orderId} = ${id} and ${textMessages.kind} = 'shipment'`
