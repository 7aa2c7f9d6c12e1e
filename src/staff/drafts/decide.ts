import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { draftOrders, orders } from '#db/schema/index.ts'
import { enqueue, isEnqueued } from '../../jobs/queue.ts'
import { mailDraftLink } from '../../orders/draft-mails.tsx'
import { draftOf, givenAwayCents } from '../../orders/drafts.ts'
import { changeOpenOrder, expireOpenOrder } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { readiness } from '../../orders/readiness.ts'
import type { Random } from '../../tokens.ts'
import { giftOfPayer } from '../corporate-gifts/gifts.ts'
import { checkReadyBoxes } from '../corporate-gifts/ready-boxes.ts'
import { draftLines, fillDraft, givenAloneCents, NO_CONSENT } from './fill.ts'
import { type By, type DraftChange, openBox, openDraft, recordDraft, refused } from './open-draft.ts'
import { LINK_MS, staffWords } from './rules.ts'

const NOT_YOURS = 'You set these prices, so someone else has to approve them.'

/** By someone else than set the prices. Refusing them puts the shop's prices back. */
export function decideDraft(
  tx: DurableTx,
  orderId: number,
  { version, isApproved }: { version: string; isApproved: boolean },
  by: By & { random: Random },
): DraftChange {
  const open = openDraft(tx, orderId, version, by)
  if (!open.ok) return open
  const { order, draft } = open
  if (!draft.needsApproval) return refused(409, 'Nothing about this draft waits for approval.')
  if (draft.pricedById === by.user.id && isApproved) return refused(409, NOT_YOURS)
  const detail = { given_away_cents: givenAwayCents(draft) }
  recordDraft(tx, order, by, {
    verb: isApproved ? 'order.draft_price_approved' : 'order.draft_price_refused',
    detail,
    reason: draft.reason,
  })
  if (!isApproved) {
    const lines = draftLines(tx, orderId).map(({ token, quantity }) => ({
      token,
      quantity,
      priceCents: null,
    }))
    return fillDraft(tx, orderId, { lines, reason: '', version }, by)
  }
  tx.update(draftOrders)
    .set({ needsApproval: false, approvedById: by.user.id })
    .where(eq(draftOrders.orderId, orderId))
    .run()
  return { ok: true, message: 'Approved.' }
}

/** The customer enters these at checkout; a link is what the last one waits for. */
const LEFT_TO_CUSTOMER = ['address_missing', 'date_missing', 'terms_required', 'draft']

/** A link that still works is sent again, for as long as a new one. */
export function sendDraft(
  tx: DurableTx,
  orderId: number,
  { version, press }: { version: string; press: string },
  by: By,
): DraftChange {
  const key = `mail_draft_link:${orderId}:${press}`
  if (isEnqueued(tx, key)) return { ok: true, message: SENT }
  const open = openDraft(tx, orderId, version, by)
  if (!open.ok) return open
  const { order, draft } = open
  if (draft.needsApproval) return refused(409, 'A colleague has to approve the prices first.')
  const ready = readiness(tx, order, by.now)
  if (!ready.ok && !LEFT_TO_CUSTOMER.includes(ready.refusal.code))
    return refused(409, staffWords(ready.refusal))
  const gift = giftOfPayer(tx, orderId)
  const boxes = gift && checkReadyBoxes(tx, gift.id, by.now)
  if (boxes && !boxes.ok) return refused(409, `${boxes.message} Please take the quote back.`)
  const linkEndsAt = Math.min(by.now + LINK_MS, boxes?.lockAt ?? Number.POSITIVE_INFINITY)
  tx.update(draftOrders)
    .set({ state: 'sent', linkEndsAt, mailedAt: by.now })
    .where(eq(draftOrders.orderId, orderId))
    .run()
  enqueue(tx, mailDraftLink, { orderId, linkNumber: draft.linkNumber, press }, { key, now: by.now })
  recordDraft(tx, order, by, { verb: 'order.link_sent' })
  return { ok: true, message: SENT }
}

const SENT = 'The link to pay is on its way.'

/** The link opens nothing anymore, and whoever used it can't pay. */
export function revokeDraft(tx: DurableTx, orderId: number, version: string, by: By): DraftChange {
  const open = openBox(tx, orderId, version, by)
  if (!open.ok) return open
  const { order, draft } = open
  if (draft.linkEndsAt === null) return { ok: true, message: 'No link is out.' }
  changeOpenOrder(tx, order, by.now) // what a browser prepared to pay
  tx.update(orders).set({ sessionHash: null }).where(eq(orders.id, orderId)).run()
  tx.update(draftOrders)
    .set({ state: 'open', linkEndsAt: null, linkNumber: draft.linkNumber + 1, ...NO_CONSENT })
    .where(eq(draftOrders.orderId, orderId))
    .run()
  recordDraft(tx, order, by, { verb: 'order.link_revoked' })
  return { ok: true, message: 'The link no longer works.' }
}

export function dropDraft(tx: DurableTx, orderId: number, version: string, by: By): DraftChange {
  if (draftOf(tx, orderId)?.state === 'dropped') return { ok: true, message: DROPPED }
  const open = openBox(tx, orderId, version, by)
  if (!open.ok) return open
  expireOpenOrder(tx, orderById(tx, orderId), by.now)
  tx.update(orders).set({ sessionHash: null }).where(eq(orders.id, orderId)).run()
  const alone = givenAloneCents(open.draft, by.user.id)
  const detail = alone > 0 ? { alone_cents: -alone } : {} // nothing was given after all
  recordDraft(tx, open.order, by, { verb: 'order.draft_ended', detail })
  return { ok: true, message: DROPPED }
}

const DROPPED = 'The draft is dropped.'
