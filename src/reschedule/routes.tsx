import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { MoveConfirm } from '#views/reschedule/move-confirm.tsx'
import { MovePicker } from '#views/reschedule/move-picker.tsx'
import { MoveRefused } from '#views/reschedule/move-refused.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { type Day, formatDay, parseDay } from '../day.ts'
import { cardOf } from '../orders/paid-with.ts'
import { zoneOf } from '../orders/placed.ts'
import { findViewable, type Viewable, viewableOrder } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { isModalNamed, renderModal } from '../web/modal.tsx'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { daysToMoveTo } from './days.ts'
import { closedRefusal, type MovePlan, type MoveRefusal, planMove } from './plan.ts'
import { type Moved, reschedule } from './reschedule.ts'
import { isNearLock } from './rules.ts'

export const routes = new Hono<AppEnv>()

const NAME = 'reschedule'

/** Without a date: the calendar. With one: the confirmation that this move needs, or why it can't be. */
routes.get(
  paths.rescheduleModal.pattern,
  viewableOrder((c, viewable) => {
    if (!isModalNamed(c, NAME)) return notFound(c)
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
})

/** Of a placed order, and by its receipt's link too. The date of an open box is the checkout's. */
routes.post(paths.updateArrivalDate.pattern, async (c, next) => {
  const viewable = findViewable(c)
  if (!viewable) return next()
  if (!viewable.isOwn) c.header('Referrer-Policy', 'no-referrer')
  const read = readFields(Fields, c.var.body)
  const date = read.ok ? parseDay(read.value.arrival_date) : null
  if (!read.ok || !date) return refuseMove(c, viewable, { ok: false, code: 'not_offered', message: CHOOSE })
  const { confirmed, choice, undo, amount_cents } = read.value
  if (!confirmed) return askFirst(c, viewable, date)

  const { db, clock } = c.var.services
  const amountCents = /^\d+$/.test(amount_cents) ? Number(amount_cents) : null
  const request = { date, choice, amountCents, isUndo: undo }
  const moved = await durably(db, (tx) => reschedule(tx, viewable.order.id, request, clock.now()))
  if (!moved.ok) return 'plan' in moved ? askAgain(c, viewable, moved) : refuseMove(c, viewable, moved)
  const message = `${undo ? 'Undone: your' : 'Your'} box now comes ${formatDay(date, 'long')}.`
  const path = orderPathOf(viewable)
  return reply(c, 200, { message, arrival_date: date }, { path, flash: { kind: 'notice', message } })
})

const CHOOSE = 'Please choose a delivery date.'

/** Changes nothing. */
async function askFirst(c: Ctx, viewable: Viewable, date: Day) {
  const { db, clock } = c.var.services
  const plan = planMove(db, viewable.order, { date }, clock.now())
  if (!plan.ok) return refuseMove(c, viewable, plan)
  if (wantsHtml(c)) return redirectTo(c, modalPath(viewable, date))
  return c.json(confirmationJson(viewable, plan))
}

type Unconfirmed = Extract<Moved, { plan: MovePlan }>

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
  costs_more:
    "That day costs more than you paid, and we can't charge the difference here. Please contact us.",
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

const modalPath = ({ order, key }: Viewable, date?: Day) =>
  paths.rescheduleModal({ order_token: order.token, ...(date && { arrival_date: date }), key })

const orderPathOf = ({ order, key }: Viewable) => paths.order(order.token, { key })

function picker(c: Ctx, viewable: Viewable, problem: string | null = null, status?: ContentfulStatusCode) {
  const { db, clock } = c.var.services
  const { order, key } = viewable
  const now = clock.now()
  const contents = (
    <MovePicker
      {...daysToMoveTo(db, order, now)}
      token={order.token}
      receiptKey={key}
      orderPath={orderPathOf(viewable)}
      isInFrame={isInFrame(c)}
      problem={problem}
      warning={warningOf(c, viewable)}
    />
  )
  return modal(c, 'When should it come?', contents, status)
}

type Again = { status: ContentfulStatusCode; message: string }

function confirmation(c: Ctx, viewable: Viewable, plan: MovePlan, again?: Again) {
  const { db, clock, config } = c.var.services
  const { order, key } = viewable
  const contents = (
    <MoveConfirm
      plan={plan}
      action={paths.updateArrivalDate(order.token, { key })}
      orderPath={orderPathOf(viewable)}
      pickerPath={modalPath(viewable)}
      isInFrame={isInFrame(c) && !again}
      card={cardOf(db, order.id)}
      zone={zoneOf(db, order.fcId ?? 0)}
      now={clock.now()}
      problem={again?.message ?? null}
      warning={warningOf(c, viewable)}
      store={config.store}
    />
  )
  return modal(c, titleOf(plan), contents, again?.status)
}

function titleOf({ confirmation, day, reward, differenceCents }: MovePlan): string {
  if (confirmation === 'reward_removal') return `You'd lose ${reward?.gift?.name ?? 'your reward'}`
  if (confirmation === 'plain') return `Move it to ${formatDay(day.date, 'short')}?`
  return differenceCents > 0 ? 'That day costs more' : "That's soon"
}

function refusedModal(c: Ctx, viewable: Viewable, refusal: MoveRefusal, status?: ContentfulStatusCode) {
  const { store } = c.var.services.config
  const contents = <MoveRefused reason={refusal.message} orderPath={orderPathOf(viewable)} store={store} />
  return modal(c, "We can't move this box", contents, status)
}

const modal = (c: Ctx, title: string, contents: Child, status: ContentfulStatusCode = 200) =>
  renderModal(c, { name: NAME, title, status, styles: 'orders' }, contents)

const isInFrame = (c: Ctx) => c.req.header('turbo-frame') !== undefined

/** Until when it can change at all, once that is close. */
function warningOf(c: Ctx, { order }: Viewable) {
  const { db, clock } = c.var.services
  const { lockAt, fcId } = order
  return lockAt !== null && fcId !== null && isNearLock(lockAt, clock.now())
    ? { lockAt, zone: zoneOf(db, fcId), now: clock.now() }
    : null
}
