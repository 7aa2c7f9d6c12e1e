import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MoveConfirm } from '#views/reschedule/move-confirm.tsx'
import { MovePicker } from '#views/reschedule/move-picker.tsx'
import { MoveRefused } from '#views/reschedule/move-refused.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { type Day, formatDay } from '../day.ts'
import { cardOf } from '../orders/paid-with.ts'
import { zoneOf } from '../orders/placed.ts'
import { unpaidChangeOf } from '../orders/unpaid-change.ts'
import { orderPathOf, type Viewable } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { keptCardName } from '../payments/card-name.ts'
import { keptCardThatPaid } from '../payments/cards.ts'
import { renderModal } from '../web/modal.tsx'
import { daysToMoveTo } from './days.ts'
import type { MovePlan, MoveRefusal } from './plan.ts'
import { isNearLock } from './rules.ts'

export const MODAL_NAME = 'reschedule'

export const modalPath = ({ order, key }: Viewable, date?: Day) =>
  paths.rescheduleModal({ order_token: order.token, ...(date && { arrival_date: date }), key })

export function picker(
  c: Ctx,
  viewable: Viewable,
  problem: string | null = null,
  status?: ContentfulStatusCode,
) {
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

/** After a confirmation that was refused. */
type Again = { status: ContentfulStatusCode; message: string; isDeclined?: boolean }

export function confirmation(c: Ctx, viewable: Viewable, plan: MovePlan, again?: Again) {
  const { db, clock } = c.var.services
  const { order, key, isOwn } = viewable
  const keptCard = isOwn ? keptCardThatPaid(db, order) : null
  const contents = (
    <MoveConfirm
      plan={plan}
      action={paths.updateArrivalDate(order.token, { key })}
      orderPath={orderPathOf(viewable)}
      pickerPath={modalPath(viewable)}
      isInFrame={isInFrame(c) && !again}
      card={cardOf(db, order.id)}
      keptCard={keptCard && keptCardName(keptCard)}
      isDeclined={again?.isDeclined ?? false}
      zone={zoneOf(db, order.fcId ?? 0)}
      now={clock.now()}
      problem={again?.message ?? null}
      warning={warningOf(c, viewable)}
      waiting={waitingFor(c, viewable, plan.day.date)}
    />
  )
  return modal(c, titleOf(plan), contents, again?.status)
}

/** The change that waits for its payment, unless it is this move. */
function waitingFor(c: Ctx, { order }: Viewable, to: Day) {
  const { db, clock } = c.var.services
  const change = unpaidChangeOf(db, order, clock.now())?.change ?? null
  return change?.kind === 'moved' && change.move.to === to ? null : change
}

function titleOf({ confirmation, day, reward, differenceCents }: MovePlan): string {
  if (confirmation === 'reward_removal') return `You'd lose ${reward?.gift?.name ?? 'your reward'}`
  if (confirmation === 'plain') return `Move it to ${formatDay(day.date, 'short')}?`
  return differenceCents > 0 ? 'That day costs more' : "That's soon"
}

export function refusedModal(
  c: Ctx,
  viewable: Viewable,
  refusal: MoveRefusal,
  status?: ContentfulStatusCode,
) {
  const { store } = c.var.services.config
  const contents = <MoveRefused reason={refusal.message} orderPath={orderPathOf(viewable)} store={store} />
  return modal(c, "We can't move this box", contents, status)
}

const modal = (c: Ctx, title: string, contents: Child, status: ContentfulStatusCode = 200) =>
  renderModal(c, { name: MODAL_NAME, title, status, styles: 'orders' }, contents)

const isInFrame = (c: Ctx) => c.req.header('turbo-frame') !== undefined

/** Until when it can change at all, once that is close. */
function warningOf(c: Ctx, { order }: Viewable) {
  const { db, clock } = c.var.services
  const { lockAt, fcId } = order
  return lockAt !== null && fcId !== null && isNearLock(lockAt, clock.now())
    ? { lockAt, zone: zoneOf(db, fcId), now: clock.now() }
    : null
}
