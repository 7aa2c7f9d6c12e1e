import { expect } from 'vitest'
import { durably } from '#db/client.ts'
import { shipmentNotices, shippingLabels } from '#db/schema/index.ts'
import { shippingOf } from '#src/config/shipping-config.ts'
import { webhookSignature } from '#src/providers/shipping/signature.ts'
import { deliverArrived } from '#src/shipping/tracker-news.ts'
import { random } from '#src/tokens.ts'
import { boughtLabels, labelRows } from './label-jobs.ts'
import { SESSION_SECRET, type Server } from './processes.ts'
import { press, waveShop } from './waves.ts'
import type { World } from './world.ts'

export type News = {
  id: string
  status: string
  at?: string
  code: string
  detail?: string
  estimate?: string
  place?: string
}

/** The carrier's JSON, with a weight that loses its `.0` when parsed and serialized again. */
export const bodyOf = ({ id, status, at, code, detail = '', estimate, place = 'Reno' }: News) =>
  `{"id":"${id}","object":"Event","description":"tracker.updated","result":{"id":null,"weight":136.0,` +
  `"tracking_code":"${code}","status":"${status}","status_detail":"${detail}",` +
  `"est_delivery_date":${estimate ? `"${estimate}"` : 'null'},` +
  `"tracking_details":${at ? `[{"status":"${status}","status_detail":"${detail}","message":"At Zoë's 🥩","datetime":"${at}","tracking_location":{"city":"${place}","state":"NV","zip":null}}]` : '[]'}}}`

export const post = (shop: World, body: string, secret = shop.config.shipping.webhookSecret, header = true) =>
  shop.app.request('/webhooks/shipments', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header && { 'x-hmac-signature': webhookSignature(body, secret) }),
    },
    body,
  })

/** Posts to a shop that runs in another process. @returns the response status */
export async function postNews({ origin }: Server, news: News): Promise<number> {
  const body = bodyOf(news)
  const { webhookSecret } = shippingOf({}, SESSION_SECRET)
  const headers = {
    'content-type': 'application/json',
    'x-hmac-signature': webhookSignature(body, webhookSecret),
  }
  return (await fetch(`${origin}/webhooks/shipments`, { method: 'POST', headers, body })).status
}

/** A labeled and shipped first box of a wave; the carrier's own events are dropped. */
export async function shippedBox() {
  const labeled = await labeledBox()
  expect((await press(labeled.dale, 'shipped', [labeled.box])).status).toBe(200)
  return labeled
}

/** The same, not packed yet. */
export async function labeledBox() {
  const { shop, dale, boxes } = await waveShop()
  shop.carrier.control.webhooks({ drop: 1 })
  const [box] = boxes
  if (!box) throw new Error('the wave has boxes')
  await boughtLabels(shop, dale, [box.token])
  const label = () => labelRows(shop)[0]
  const code = label()?.trackingCode ?? ''
  let events = 0
  const tell = async (news: Omit<News, 'code' | 'id'> & { id?: string }) => {
    events += 1
    return (await post(shop, bodyOf({ id: `evt_of_${events}`, ...news, code }))).status
  }
  const notices = () =>
    shop.db
      .select()
      .from(shipmentNotices)
      .all()
      .map(({ word }) => word)
  return { shop, dale, box, label, code, tell, notices }
}

/** The carrier's delivery scan of a shipped box. */
export function arriveByCarrier({ db, clock }: World, orderId: number) {
  const label = {
    orderId,
    waveId: 1,
    state: 'bought',
    tracking: 'delivered',
    createdAt: clock.now(),
  } as const
  return durably(db, (tx) => {
    tx.insert(shippingLabels)
      .values({ ...label, token: random.token() })
      .onConflictDoNothing()
      .run()
    deliverArrived(tx, [orderId], clock.now())
  })
}
