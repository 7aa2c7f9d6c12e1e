import type { DurableTx } from '#db/client.ts'
import type { DraftOrder, Order, User } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import { orderSubject } from '../../orders/acting-staff.ts'
import { draftOf } from '../../orders/drafts.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { isPaymentInFlight } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { giftOfPayer } from '../corporate-gifts/gifts.ts'

export type By = { user: User; now: Instant }

export type DraftRefused = {
  ok: false
  status: 402 | 409 | 422 | 503
  message: string
  /** The page that was sent is of an older version. */
  isStale?: true
}
export type DraftDone = { ok: true; message: string }
export type DraftChange = DraftDone | DraftRefused

export type OpenDraft = { ok: true; order: Order; draft: DraftOrder }

export const refused = (status: DraftRefused['status'], message: string): DraftRefused => ({
  ok: false,
  status,
  message,
})

const STALE =
  'This draft has changed since you opened it. Please check how it is now, and make your change again.'
const BEING_PAID = 'This box is being paid right now. Please try again in a minute.'

/** A draft that this person may still change, as they saw it. */
export function openDraft(
  tx: DurableTx,
  orderId: number,
  seenVersion: string,
  { user, now }: By,
): OpenDraft | DraftRefused {
  const order = orderById(tx, orderId)
  const draft = draftOf(tx, orderId)
  if (!draft || !isOpen(order.state)) return refused(409, endedWords(draft))
  if (isOwnOrder(order, user)) return refused(409, OWN_ORDER)
  if (isPaymentInFlight(order, now)) return refused(409, BEING_PAID)
  if (seenVersion !== String(order.version)) return { ...refused(409, STALE), isStale: true }
  return { ok: true, order, draft }
}

/** A draft that stands for itself, not for the payment of a corporate gift. */
export function openBox(
  tx: DurableTx,
  orderId: number,
  seenVersion: string,
  by: By,
): OpenDraft | DraftRefused {
  return giftOfPayer(tx, orderId) ? refused(409, PAYS_FOR_GIFT) : openDraft(tx, orderId, seenVersion, by)
}

const PAYS_FOR_GIFT =
  'This draft pays for a corporate gift. Its boxes and its link are changed on the page of the gift.'

const endedWords = (draft: DraftOrder | null): string =>
  draft?.state === 'paid'
    ? 'This box is paid, so it can only be changed as an order.'
    : 'This draft has ended. Please begin a new one.'

type DraftAction = { verb: `order.${string}`; detail?: Record<string, unknown>; reason?: string | null }

export const recordDraft = (tx: DurableTx, order: Order, { user, now }: By, action: DraftAction) =>
  recordAction(tx, { actor: actorOf(user), ...action, subject: orderSubject(order), now })
