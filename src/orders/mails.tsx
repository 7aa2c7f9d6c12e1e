import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { deliveryChangedMail } from '#views/mails/delivery-changed.tsx'
import { cardsReceipt } from '#views/mails/gift-card-mails.tsx'
import { type Mail, receipt } from '#views/mails/receipt.tsx'
import { waitingEndedMail } from '#views/mails/waiting-ended.tsx'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { isGiftBox } from '../pricing/bought-cards.ts'
import { changesOf } from './changes.ts'
import { linkKey } from './guest-key.ts'
import { moveOf } from './move-of.ts'
import { orderById } from './orders.ts'
import { isLessTaken } from './paid-with.ts'
import { cardsOrder, placedOrder } from './placed.ts'
import { type Returned, returnedOf } from './returned-money.ts'
import { isCanceled, isCardsOnly } from './states.ts'

/** The key is the order's token, so a receipt is enqueued once; a repeat carries the same message id. */
export const mailReceipt = job(
  'mail_receipt',
  z.object({ orderId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { orderId }) => {
    const order = orderById(db, orderId)
    const mail = receiptOf(db, config, order, clock.now())
    await mailer.send({ ...mail, key: `receipt:${order.token}`, to: order.email ?? '' })
  },
)

/** A receipt that is sent before anything is weighed has no weights. */
function receiptOf(db: Db, config: Config, order: Order, now: Instant, returned?: Returned): Mail {
  if (isCardsOnly(order)) {
    const { store } = config
    return cardsReceipt({ order: cardsOrder(db, order), returned, orderUrl: orderUrl(config, order), store })
  }
  const facts = receiptFacts(db, config, order, now)
  const { lines } = facts.order
  const isWeighed = lines.some(({ byWeight }) => byWeight !== null && byWeight.packedGrams !== null)
  const isReleased = isWeighed && isLessTaken(db, order.id)
  return receipt({ ...facts, ...(returned && { returned }), isWeighed, isReleased })
}

const receiptFacts = (db: Db, config: Config, order: Order, now: Instant) => ({
  order: placedOrder(db, order),
  store: config.store,
  now,
  ...urlsOf(config, order),
})

/** The receipt as its buyer asked for it again, of the order as it is by then. One mail per press. */
export const mailReceiptAgain = job(
  'mail_receipt_again',
  z.object({ orderId: z.number(), press: z.string() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { orderId, press }) => {
    const order = orderById(db, orderId)
    if (isCanceled(order.state) || !order.email) return
    const mail = receiptOf(db, config, order, clock.now(), returnedOf(db, order))
    await mailer.send({ ...mail, key: `receipt:${order.token}:${press}`, to: order.email })
  },
)

/** The receipt again, with the packed weights. One mail per version, and none for the boxes of a corporate gift. */
export const mailFinalWeights = job(
  'mail_final_weights',
  z.object({ orderId: z.number(), version: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { orderId, version }) => {
    const order = orderById(db, orderId)
    if (!order.email || isGiftBox(db, orderId)) return
    const facts = receiptFacts(db, config, order, clock.now())
    const isReleased = isLessTaken(db, orderId)
    const mail = receipt({ ...facts, returned: returnedOf(db, order), isWeighed: true, isReleased })
    await mailer.send({ ...mail, key: `final_weights:${order.token}:${version}`, to: order.email })
  },
)

/** The receipt again, with what was changed. One mail per change. */
export const mailOrderEdited = job(
  'mail_order_edited',
  z.object({
    orderId: z.number(),
    version: z.number(),
    heldCents: z.number().optional(),
    endsWaiting: z.boolean().optional(),
  }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { orderId, version, heldCents, endsWaiting }) => {
    const order = orderById(db, orderId)
    const edit = changesOf(db, orderId).find((change) => change.version === version)
    if (edit?.kind !== 'edited') throw new Error(`order ${orderId} has no edit of version ${version}`)
    const mail = receipt({
      ...receiptFacts(db, config, order, clock.now()),
      returned: returnedOf(db, order),
      edit: { lines: edit.detail.lines, differenceCents: edit.differenceCents, heldCents, endsWaiting },
    })
    await mailer.send({ ...mail, key: `order_edited:${order.token}:${version}`, to: order.email ?? '' })
  },
)

const DeliveryChange = z.object({
  orderId: z.number(),
  version: z.number(),
  returnedCents: z.number(), // negative when it was charged
  heldCents: z.number().optional(), // what banks only held of it
  dayMoved: z.coerce.boolean(), // 0 or 1 in jobs enqueued before payloads were typed
  endsWaiting: z.boolean().optional(),
})

/** Shows the order as it is when the mail is sent, and the days of its move. One mail per change. */
export const mailDeliveryChanged = job(
  'mail_delivery_changed',
  DeliveryChange,
  LANES.mail,
  async ({ db, mailer, config }, { orderId, version, returnedCents, heldCents, dayMoved, endsWaiting }) => {
    const order = orderById(db, orderId)
    const mail = deliveryChangedMail({
      order: placedOrder(db, order),
      returnedCents,
      heldCents,
      endsWaiting,
      moved: dayMoved ? moveOf(db, orderId, version) : null,
      calendarUrl: config.appUrl + paths.orderCalendar(order.token, { key: linkKey(config, order) }),
      orderUrl: orderUrl(config, order),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `delivery_changed:${order.token}:${version}`, to: order.email ?? '' })
  },
)

/** One email for each change that ended. The key names the change, because an order can have several. */
export const mailWaitingEnded = job(
  'mail_waiting_ended',
  z.object({ orderId: z.number(), key: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { orderId, key }) => {
    const order = orderById(db, orderId)
    if (isCanceled(order.state) || !order.email) return
    const { identifier } = order
    const mail = waitingEndedMail({ identifier, orderUrl: orderUrl(config, order), store: config.store })
    await mailer.send({ ...mail, key, to: order.email })
  },
)

/** A guest's link opens without signing in. */
export const orderUrl = (config: Config, order: Order) =>
  config.appUrl + paths.order(order.token, { key: linkKey(config, order) })

export const trackingUrl = (config: Config, order: Order) =>
  config.appUrl + paths.tracking(order.token, { key: linkKey(config, order) })

const urlsOf = (config: Config, order: Order) => ({
  orderUrl: orderUrl(config, order),
  trackingUrl: trackingUrl(config, order),
})
