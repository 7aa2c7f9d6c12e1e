import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { Ctx } from '../accounts/guards.ts'
import { type Day, formatDay, parseDay } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { WAITING_ENDED } from '../orders/rules.ts'
import { findViewable, orderPathOf, type Viewable, viewableBox } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { declinesLimit, networkMark } from '../payments/declines-limit.ts'
import { EXTRA_NO_ANSWER, toExtraPayment } from '../payments/extra-answers.ts'
import { endWaiting } from '../payments/extra-charge-card.ts'
import type { ExtraOutcome } from '../payments/extra-charge-try.ts'
import { ifAnswered } from '../payments/provider.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { isModalNamed } from '../web/modal.tsx'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { chargeMove } from './charge-move.ts'
import { confirmation, MODAL_NAME, modalPath, picker, refusedModal } from './modals.tsx'
import { closedRefusal, type MovePlan, type MoveRefusal, planMove } from './plan.ts'
import { type Moved, reschedule } from './reschedule.ts'

export const routes = new Hono<AppEnv>()

/** Without a date: the calendar. With one: the confirmation that this move needs, or why it can't be. */
routes.get(
  paths.rescheduleModal.pattern,
  viewableBox((c, viewable) => {
    if (!isModalNamed(c, MODAL_NAME)) return notFound(c)
    const { db, clock } = c.var.services
    const now = clock.now()
    const closed = closedRefusal(viewable.order, now)
    if (closed) return refusedModal(c, viewable, closed)
    const typed = c.req.query('arrival_date')
    if (typed === undefined) return picker(c, viewable)
    const date = parseDay(typed)
    if (!date) return picker(c, viewable, CHOOSE)
    const plan = planMove(db, viewable.order, { date }, now)
    return plan.ok ? confirmation(c, viewable, plan) : picker(c, viewable, plan.message)
  }),
)

const Fields = z.object({
  arrival_date: line(10),
  confirmed: checkbox,
  choice: checkbox,
  undo: checkbox,
  amount_cents: digits(9),
  card: line(10),
})

/** Of a placed order, and by its receipt's link too. The date of an open box is the checkout's. */
routes.post(paths.updateArrivalDate.pattern, async (c, next) => {
  const viewable = findViewable(c)
  if (!viewable) return next()
  if (!viewable.isOwn) c.header('Referrer-Policy', 'no-referrer')
  const read = readFields(Fields, c.var.body)
  const date = read.ok ? parseDay(read.value.arrival_date) : null
  if (!read.ok || !date) return refuseMove(c, viewable, { ok: false, code: 'not_offered', message: CHOOSE })
  const { confirmed, choice, undo, amount_cents, card } = read.value
  if (!confirmed) return askFirst(c, viewable, date)

  const { services } = c.var
  const { db, clock } = services
  const endsWaiting = (await ifAnswered(c.var, () => endWaiting(services, viewable.order.id))) ?? false
  const amountCents = /^\d+$/.test(amount_cents) ? Number(amount_cents) : null
  const request = { date, choice, amountCents, isUndo: undo, endsWaiting }
  const moved = await durably(db, (tx) => reschedule(tx, viewable.order.id, request, clock.now()))
  if (moved.ok) return isMoved(c, viewable, date, { isUndo: undo, endsWaiting })
  if (moved.code === 'charge') return charge(c, viewable, moved, card !== 'new')
  return 'plan' in moved ? askAgain(c, viewable, moved) : refuseMove(c, viewable, moved)
})

type MovedWords = { isUndo?: boolean; endsWaiting?: boolean }

function isMoved(c: Ctx, viewable: Viewable, date: Day, { isUndo, endsWaiting }: MovedWords = {}) {
  const moved = `${isUndo ? 'Undone: your' : 'Your'} box now comes ${formatDay(date, 'long')}.`
  const message = endsWaiting ? `${moved} ${WAITING_ENDED}` : moved
  const path = orderPathOf(viewable)
  return reply(c, 200, { message, arrival_date: date }, { path, flash: { kind: 'notice', message } })
}

type Confirmed = Extract<Moved, { code: 'charge' }>

/** The money of a dearer day moves the box, so until it arrives everything is as it was. */
async function charge(c: Ctx, viewable: Viewable, { order, plan }: Confirmed, prefersKept: boolean) {
  const limited = await declinesLimit(c, async () => {})
  if (limited) return limited
  const { services } = c.var
  const returnUrl = services.config.appUrl + paths.payForEdit(order.token, { key: viewable.key })
  const payment = { withKeptCard: viewable.isOwn && prefersKept, network: networkMark(c), returnUrl }
  const outcome = await ifAnswered(c.var, () => chargeMove(services, order, plan, payment))
  return outcome
    ? respondToCharge(c, viewable, plan, outcome)
    : unpaid(c, viewable, plan, { status: 503, code: 'provider', message: EXTRA_NO_ANSWER })
}

function respondToCharge(c: Ctx, viewable: Viewable, plan: MovePlan, outcome: ExtraOutcome) {
  switch (outcome.outcome) {
    case 'changed':
      return isMoved(c, viewable, plan.day.date)
    case 'challenge':
    case 'card_needed':
    case 'pending':
      return toExtraPayment(c, viewable, outcome)
    case 'declined':
      return unpaid(c, viewable, plan, { status: 402, code: 'declined', message: outcome.message })
    case 'refused':
      return unpaid(c, viewable, plan, { status: 422, ...outcome.refusal })
    case 'returned':
      return unpaid(c, viewable, plan, { status: 409, code: 'returned', message: outcome.message })
    case 'stale':
      return planAgain(c, viewable, plan.day.date)
  }
}

type Unpaid = { status: 402 | 409 | 422 | 503; code: string; message: string }

function unpaid(c: Ctx, viewable: Viewable, plan: MovePlan, { status, code, message }: Unpaid) {
  if (!wantsHtml(c)) return c.json({ error: message, message, reason: code }, status)
  return confirmation(c, viewable, plan, { status, message, isDeclined: status === 402 })
}

/** Something else changed the order while its money was asked for. */
function planAgain(c: Ctx, viewable: Viewable, date: Day) {
  const { db, clock } = c.var.services
  const plan = planMove(db, orderById(db, viewable.order.id), { date }, clock.now())
  return plan.ok ? askAgain(c, viewable, { ok: false, code: 'amount', plan }) : refuseMove(c, viewable, plan)
}

const CHOOSE = 'Please choose a delivery date.'

/** Changes nothing. */
async function askFirst(c: Ctx, viewable: Viewable, date: Day) {
  const { db, clock } = c.var.services
  const plan = planMove(db, viewable.order, { date }, clock.now())
  if (!plan.ok) return refuseMove(c, viewable, plan)
  if (wantsHtml(c)) return redirectTo(c, modalPath(viewable, date))
  return c.json(confirmationJson(viewable, plan))
}

type Unconfirmed = Extract<Moved, { code: 'choice' | 'amount' }>

/** The confirmation again: it was of another move, amount or reward than this. */
async function askAgain(c: Ctx, viewable: Viewable, { code, plan }: Unconfirmed) {
  const status = code === 'amount' ? 409 : 422
  const message = UNCONFIRMED[code]
  if (wantsHtml(c)) return confirmation(c, viewable, plan, { status, message })
  return c.json({ error: message, message, reason: code, ...confirmationJson(viewable, plan) }, status)
}

const UNCONFIRMED: Record<Unconfirmed['code'], string> = {
  choice: 'Please tick the box to move it without your reward.',
  amount: 'What this move costs has changed. Please look at the amount and confirm it again.',
}

function confirmationJson(viewable: Viewable, { confirmation, differenceCents, reward, day }: MovePlan) {
  const dueCents = Math.max(0, differenceCents)
  const showsAmount = confirmation === 'charge_now' || dueCents > 0
  return {
    confirmation,
    modal_url: modalPath(viewable, day.date),
    ...(showsAmount && { amount_cents: dueCents }),
    ...(reward?.kind === 'leaves' && {
      reward: { name: reward.name, deliver_by: reward.deliverBy, lost: reward.isLost },
    }),
  }
}

async function refuseMove(c: Ctx, viewable: Viewable, refusal: MoveRefusal) {
  const status = refusal.code === 'locked' || refusal.code === 'paying' ? 409 : 422
  const { message, code, reason = code } = refusal
  if (!wantsHtml(c)) return c.json({ error: message, message, reason }, status)
  return status === 409 ? refusedModal(c, viewable, refusal, status) : picker(c, viewable, message, status)
}
