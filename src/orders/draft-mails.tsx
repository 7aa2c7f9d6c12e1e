import { z } from 'zod'
import { draftLinkMail } from '#views/mails/draft-link.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { draftLinkUrl } from './draft-link.ts'
import { draftOf, isLinkLive } from './drafts.ts'
import { heldByEachBox } from './gift-boxes.ts'
import { orderById } from './orders.ts'
import { cardFacts } from './placed.ts'
import { pricedOrder } from './priced-order.ts'
import { shownLines } from './shown-lines.ts'
import { isOpen } from './states.ts'

/** Not sent if the link was taken back, or the box paid, meanwhile. */
export const mailDraftLink = job(
  'mail_draft_link',
  z.object({ orderId: z.number(), linkNumber: z.number(), press: z.string() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { orderId, linkNumber, press }) => {
    const order = orderById(db, orderId)
    const draft = draftOf(db, orderId)
    const now = clock.now()
    if (!draft || draft.linkNumber !== linkNumber || !isLinkLive(draft, now)) return
    if (!isOpen(order.state) || !order.email) return
    const { items, extras, totals } = pricedOrder(db, order, now)
    const mail = draftLinkMail({
      identifier: order.identifier,
      lines: [...shownLines(db, orderId, items), ...extras.boughtCards.map(cardFacts)],
      eachHolds: heldByEachBox(db, orderId),
      totalCents: totals.totalCents,
      addressKnown: order.deliveryState !== null || items.length === 0,
      arrivesOn: order.arrivalOn,
      linkEndsAt: draft.linkEndsAt ?? now,
      url: draftLinkUrl(config, order, draft),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `draft_link:${order.token}:${press}`, to: order.email })
  },
)
