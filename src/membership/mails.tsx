import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { BOX_MAIL_KINDS, membershipBoxMail } from '#views/mails/membership-box.tsx'
import { cardsId } from '#views/membership/place-of.ts'
import type { Config } from '../config/config.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { itemsOf } from '../orders/items.ts'
import { orderUrl } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { giftOn } from '../pricing/gifts.ts'
import { orderTermsFor } from '../pricing/promised-terms.ts'
import { chargeOf } from './box-moments.ts'
import { findBox } from './boxes.ts'
import { offersToAdd } from './offers-to-add.ts'
import { payUrl } from './pay-link.ts'
import { membershipById } from './refusals.ts'
import { shortOfMinimum } from './short-of-minimum.ts'

const Notice = z.object({
  kind: z.enum(BOX_MAIL_KINDS),
  totalCents: z.number(),
  previousCents: z.number().optional(),
  againAt: z.number().nullish(),
  sentences: z.array(z.string()).optional(),
  card: z.string().optional(),
})

export type BoxNotice = z.infer<typeof Notice>

/** Shows the box as it is at sending time. */
export const mailBox = job(
  'mail_membership_box',
  Notice.extend({ boxId: z.number(), at: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { boxId, at, ...notice }) => {
    const box = findBox(db, boxId)
    if (!box || box.createdAt > at) return // dropped since, and SQLite may have used its id again
    const order = box.orderId === null ? null : orderById(db, box.orderId)
    if (!order?.email || order.arrivalOn === null || order.lockAt === null || order.fcId === null) return
    const membership = membershipById(db, box.membershipId)
    const items = itemsOf(db, order.id)
    const mail = membershipBoxMail({
      ...notice,
      arrivalOn: order.arrivalOn,
      lockAt: order.lockAt,
      chargeAt: chargeOf(order),
      zone: zoneOf(db, order.fcId),
      trouble: box.trouble,
      paidCents: order.placedAt === null ? null : order.totalCents,
      pausesNext: membership.failedInRow > 0,
      period: membership.renewPeriodType,
      shortCents: shortOfMinimum(items, orderTermsFor(db, order, clock.now()).minimumCents),
      toAdd: offersToAdd(db, order, items, clock.now())[0] ?? null,
      items: items.map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`),
      freeItem: giftOn(db, order.id),
      membershipUrl: membershipUrl(db, config, box.membershipId),
      agreementsUrl: order.userId === null ? null : config.appUrl + paths.agreements(),
      payUrl: payUrl(config, order),
      cardsUrl:
        order.userId === null ? null : `${config.appUrl}${paths.memberships()}#${cardsId(membership)}`,
      store: config.store,
    })
    await mailer.send({ ...mail, key: `membership_box:${boxId}:${notice.kind}:${at}`, to: order.email })
  },
)

/** Guests get the order that started it, since they have no membership page. */
export function membershipUrl(db: Db, config: Config, membershipId: number): string {
  const { userId, firstOrderId } = membershipById(db, membershipId)
  return userId === null ? orderUrl(config, orderById(db, firstOrderId)) : config.appUrl + paths.memberships()
}
