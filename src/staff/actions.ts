import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { orders, type StaffFlag, type User } from '#db/schema/index.ts'
import type { Actor } from '../audit/audit.ts'
import { decidePrice } from '../catalog/price-proposals.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import type { FlagAction } from '../flags/flag-actions.ts'
import { openFlagsOf } from '../flags/flags.ts'
import { isHoldingFlag } from '../flags/holding.ts'
import { retryForADay } from '../jobs/manage.ts'
import { resumeOutwardIn } from '../jobs/outward.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { orderById } from '../orders/orders.ts'
import { isDisputeOpen, thawCards } from '../payments/disputes.ts'
import { ledgerProblems } from '../payments/ledger-check.ts'
import { refundOrder } from '../payments/refund-order.ts'
import {
  type RefundRefusal,
  type RefundResolution,
  resolveRefund,
  retryRefund,
} from '../payments/refund-resolution.ts'
import { releaseBox } from '../shipping/release-box.ts'
import { proposalRefusal } from './catalog/price-fields.ts'
import { giveWhole } from './orders/give-whole.ts'
import { placedBoxesProblem } from './orders/placed-boxes.ts'
import { decideRefund } from './orders/refund.ts'
import { refundRefusalWords } from './orders/refund-words.ts'

type Now = {
  now: Instant
  config: Config
  user: User
  actor: NonNullable<Actor>
  isConfirmed: boolean
  seenCents: number | null
  /** For the flag's own audit entry. */
  detail: Record<string, unknown>
}

/** @returns why it can't be done, or null once it is */
type Perform = (tx: DurableTx, flag: StaffFlag, now: Now) => string | null

/** Whether this flag is the last that keeps its order's box in the center. */
function holdsBox(tx: DurableTx, flag: StaffFlag): boolean {
  const { id, orderId } = flag
  if (orderId === null || !isHoldingFlag(flag) || !isBoxHeld(tx, flag)) return false
  return !openFlagsOf(tx, orderId).some((other) => other.id !== id && isHoldingFlag(other))
}

/** For this flag or for another of its order. */
export const isBoxHeld = (db: Db, { orderId }: StaffFlag): boolean =>
  orderId !== null && orderById(db, orderId).state === 'review'

/** What becomes of the box is no answer to the bank: the evidence is due all the same. */
export const staysOpen = (db: Db, flag: StaffFlag, action: FlagAction): boolean =>
  flag.kind === 'dispute' &&
  (action === 'release_box' || action === 'refund_order') &&
  isDisputeOpen(db, flag)

/** A held box would be forgotten without its flag. */
const finish: Perform = (tx, flag) =>
  holdsBox(tx, flag) ? 'The box is still held. Please release it, or cancel and refund the order.' : null

const release: Perform = (tx, flag, { now }) => {
  if (flag.orderId === null || !holdsBox(tx, flag)) return null
  releaseBox(tx, orderById(tx, flag.orderId), now)
  thawCards(tx, flag.orderId, now)
  return null
}

const tryAgain: Perform = (tx, { subjectId }, { now }) =>
  subjectId !== null && retryForADay(tx, subjectId, now).ok ? null : "This job can't be tried again anymore."

const ORDER_REFUND_REFUSALS = {
  not_placed: "This order isn't paid.",
  refunded_before: 'This order was refunded before.',
  nothing_left: 'Nothing is left of this order that could be refunded.',
  bank_decides:
    "The bank is still deciding about this money. Please accept the dispute in the provider's dashboard first.",
}

const refund: Perform = (tx, { orderId }, { now, user, detail }) => {
  if (orderId === null) return 'This flag belongs to no order.'
  const problem = placedBoxesProblem(tx, orderId)
  if (problem) return problem
  const order = orderById(tx, orderId)
  const given = giveWhole(tx, order, { user, now })
  if (!given.ok) return given.message
  Object.assign(detail, given.detail, { order: order.token })
  const outcome = refundOrder(tx, orderId, 'staff', now)
  return outcome.ok ? null : ORDER_REFUND_REFUSALS[outcome.code]
}

const REFUND_REFUSALS = {
  not_failed: 'This refund has arrived after all.',
  resolved_before: 'This refund was already sent another way.',
  sent_before: 'The bank sent it back, and would again. Please send the money another way.',
  bank_has_it:
    'A dispute took this money, so the bank gives it to the customer. If the bank keeps it, dismiss this flag; if we get it back, send it then.',
}

const changeRefund =
  (change: (tx: DurableTx, refundId: number, now: Instant) => { ok: true } | RefundRefusal): Perform =>
  (tx, { subjectId }, { now }) => {
    const outcome = change(tx, subjectId ?? 0, now)
    return outcome.ok ? null : REFUND_REFUSALS[outcome.code]
  }

const settleRefund = (resolution: RefundResolution) =>
  changeRefund((tx, refundId, now) => resolveRefund(tx, refundId, resolution, now))

const decideProposal =
  (state: 'accepted' | 'refused'): Perform =>
  (tx, { subjectId }, { now, actor, isConfirmed, seenCents }) => {
    const id = subjectId ?? 0
    const decided = decidePrice(tx, id, { state, actor, isConfirmed, seenCents }, now)
    return decided === 'done' ? null : proposalRefusal(tx, id, decided, seenCents).message
  }

const decideLargeRefund =
  (isApproved: boolean): Perform =>
  (tx, { subjectId }, { user, now }) => {
    const decided = decideRefund(tx, subjectId ?? 0, isApproved, { user, now })
    return decided.ok ? null : refundRefusalWords(decided)
  }

export const PERFORM: Record<FlagAction, Perform> = {
  accept_price: decideProposal('accepted'),
  refuse_price: decideProposal('refused'),
  done: finish,
  /** Nothing was wrong, so whatever the flag held back goes on. */
  dismiss: (tx, flag, now) =>
    flag.kind === 'refund_failed' ? settleRefund('not_owed')(tx, flag, now) : release(tx, flag, now),
  release_box: (tx, flag, now) =>
    flag.kind === 'dispute' && !isBoxHeld(tx, flag) ? "This order's box isn't held." : release(tx, flag, now),
  resend_mail: tryAgain,
  retry_job: tryAgain,
  resume_outward: (tx, _, { config, now }) => {
    resumeOutwardIn(tx, config, now)
    return null
  },
  refund_order: refund,
  approve_refund: decideLargeRefund(true),
  refuse_refund: decideLargeRefund(false),
  retry_refund: changeRefund(retryRefund),
  refund_by_check: settleRefund('check'),
  refund_as_credit: settleRefund('store_credit'),

  box_arrived: (tx, { orderId }, { now }) => {
    const order = orderId === null ? null : orderById(tx, orderId)
    if (order?.state === 'shipped') deliverOrder(tx, order, now)
    return order?.state === 'shipped' || order?.state === 'delivered'
      ? null
      : 'This box isn’t on its way anymore.'
  },

  confirm_address: (tx, { orderId }, { now }) => {
    if (orderId === null) return 'This flag belongs to no order.'
    tx.update(orders)
      .set({ addressStatus: 'confirmed', addressVerifiedAt: now })
      .where(eq(orders.id, orderId))
      .run()
    return null
  },

  check_ledgers: (tx, { detail }) =>
    ledgerProblems(tx).includes(detail) ? `It still doesn't add up: ${detail}` : null,
}
