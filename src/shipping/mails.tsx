import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { fulfillmentCenters, type Order, type ShipmentNotice, shipmentNotices } from '#db/schema/index.ts'
import { shipmentMail } from '#views/mails/shipment-mails.tsx'
import type { Config } from '../config/config.ts'
import { wontCome } from '../delivery/parcel-status.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { lastClaimDayOf } from '../orders/claim-days.ts'
import { linkKey } from '../orders/guest-key.ts'
import { orderUrl, trackingUrl } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { placedOrder } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { isGiftBox } from '../pricing/bought-cards.ts'
import { activeLabel } from './labels.ts'

/** Where a box is, in one mail per notice, and per press when staff send it again. News that is over by now isn't sent. */
export const mailShipment = job(
  'mail_shipment',
  z.object({ noticeId: z.number(), press: z.string().optional() }),
  LANES.mail,
  async ({ db, mailer, config }, { noticeId, press }) => {
    const notice = db.select().from(shipmentNotices).where(eq(shipmentNotices.id, noticeId)).get()
    if (!notice) return
    const order = orderById(db, notice.orderId)
    if (!order.email || isOver(order, notice, press) || isLeftOut(db, order, notice, press)) return
    const shown = placedOrder(db, order)
    const label = activeLabel(db, order.id)
    const mail = shipmentMail({
      notice,
      order: shown,
      from: cityOf(db, order.fcId),
      wontCome: label !== null && wontCome(label),
      parcel: label?.trackingCode ? { carrier: label.carrier ?? '', code: label.trackingCode } : null,
      trackingUrl: trackingUrl(config, order),
      orderUrl: orderUrl(config, order),
      claimUrl: claimUrl(config, order),
      claimUntil: lastClaimDayOf(db, order, shown.arrivesOn),
      store: config.store,
    })
    const key = `shipment:${noticeId}${press === undefined ? '' : `:${press}`}`
    await mailer.send({ ...mail, key, to: order.email })
  },
)

const ENDS: Order['state'][] = ['delivered', 'refunded']

/** The states in which news is over: after an outage of the mail server, a box may be at the door before we write. */
const OVER_WHEN: Record<ShipmentNotice['word'], Order['state'][]> = {
  shipped: ENDS,
  delayed: ENDS,
  out_for_delivery: ENDS,
  failed: ENDS,
  ready_for_pickup: ENDS,
  returned: ['refunded'],
  delivered: [],
}

const TROUBLE: ShipmentNotice['word'][] = ['failed', 'ready_for_pickup', 'returned']

/** Staff can still send what went wrong. */
const isOver = ({ state }: Order, { word }: ShipmentNotice, press: string | undefined) =>
  OVER_WHEN[word].includes(state) && (press === undefined || !TROUBLE.includes(word))

const ALL_WELL: ShipmentNotice['word'][] = ['shipped', 'out_for_delivery', 'delivered']

/** Who paid for many boxes hears only of those in trouble; staff can still send the others. */
const isLeftOut = (
  db: Db,
  { id, giftCents }: Order,
  { word }: ShipmentNotice,
  press: string | undefined,
): boolean => press === undefined && ALL_WELL.includes(word) && Boolean(giftCents) && isGiftBox(db, id)

const cityOf = (db: Db, fcId: number | null): string =>
  db
    .select({ city: fulfillmentCenters.city })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, fcId ?? 0))
    .get()?.city ?? ''

const claimUrl = (config: Config, order: Order) =>
  config.appUrl + paths.claims(order.token, { key: linkKey(config, order) })
