import { z } from 'zod'
import { membershipYearMail } from '#views/mails/membership-year.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { itemsOf } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import { modelOrder, plannedBox } from './boxes.ts'
import { membershipUrl } from './mails.tsx'
import { membershipById } from './refusals.ts'
import { totalOf } from './totals.ts'

/** Shows the next box, or while the membership is paused, the last one. */
export const mailYearly = job(
  'mail_yearly_reminder',
  z.object({ membershipId: z.number(), at: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { membershipId, at }) => {
    const membership = membershipById(db, membershipId)
    if (membership.state === 'canceled') return
    const planned = plannedBox(db, membershipId)
    const order = planned?.orderId ? orderById(db, planned.orderId) : modelOrder(db, membership)
    if (!order.email) return
    const mail = membershipYearMail({
      isPaused: membership.state === 'paused',
      period: membership.renewPeriodType,
      totalCents: totalOf(db, order.id, clock.now()),
      nextOn: planned ? order.arrivalOn : null,
      items: itemsOf(db, order.id).map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`),
      membershipUrl: membershipUrl(db, config, membershipId),
      agreementsUrl: order.userId === null ? null : config.appUrl + paths.agreements(),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `membership_year:${membershipId}:${at}`, to: order.email })
  },
)
