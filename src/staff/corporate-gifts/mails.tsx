import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { GiftBox } from '#db/schema/index.ts'
import { giftPlacedMail, giftReturnedMail, type MailedBox } from '#views/mails/corporate-gift-mails.tsx'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { orderUrl } from '../../orders/mails.tsx'
import { placeWords } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import type { Services } from '../../services.ts'
import { boxesOf, giftById, payerOf } from './gifts.ts'

type Deps = Pick<Services, 'db' | 'config'>

/** Once per gift; a box that is placed later is news to staff alone. */
export const mailGiftPlaced = job(
  'mail_gift_placed',
  z.object({ giftId: z.number() }),
  LANES.mail,
  async ({ db, config, mailer }, { giftId }) => {
    const to = addressee({ db, config }, giftId)
    if (!to) return
    const boxes = boxesOf(db, giftId).flatMap((box) => mailedBox(db, box))
    await mailer.send({ ...giftPlacedMail({ ...to, boxes }), key: `gift_placed:${giftId}`, to: to.email })
  },
)

export const mailGiftReturned = job(
  'mail_gift_returned',
  z.object({ giftId: z.number(), cents: z.number(), version: z.number() }),
  LANES.mail,
  async ({ db, config, mailer }, { giftId, cents, version }) => {
    const to = addressee({ db, config }, giftId)
    if (!to) return
    const key = `gift_returned:${giftId}:${version}`
    await mailer.send({ ...giftReturnedMail({ ...to, cents }), key, to: to.email })
  },
)

/** Null once the order that paid has no email anymore. */
function addressee({ db, config }: Deps, giftId: number) {
  const payer = payerOf(db, giftById(db, giftId))
  if (!payer?.email) return null
  return {
    email: payer.email,
    identifier: payer.identifier,
    orderUrl: orderUrl(config, payer),
    store: config.store,
  }
}

/** What was never paid for isn't named. */
function mailedBox(db: Db, { orderId, boughtId, problem }: GiftBox): MailedBox[] {
  if (orderId === null || boughtId === null) return []
  const order = orderById(db, orderId)
  const to = `${order.deliveryName}, ${placeWords(order)}`
  return [{ to, identifier: order.identifier, arrivesOn: order.arrivalOn, problem }]
}
