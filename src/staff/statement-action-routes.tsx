import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { Farm, User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import type { Ctx } from '../accounts/guards.ts'
import { recordAction, type StaffAction } from '../audit/audit.ts'
import { type Instant, parseDay } from '../day.ts'
import { payoutJson, statementJson } from '../farm-money/json.ts'
import { type NewPayout, recordPayout, takeBackPayout } from '../farm-money/payouts.ts'
import { periodTitle } from '../farm-money/periods.ts'
import { postOrders } from '../farm-money/post.ts'
import { type Closed, closeStatement, statementOf } from '../farm-money/statements.ts'
import { formatCents, readCents } from '../money.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { reply } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type StatementOf, staffAtStatement } from './at-farm.ts'
import { PRESSED_WITH_OTHER } from './pressed-again.ts'
import { renderStatement } from './statement-page.tsx'

export const statementActionRoutes = new Hono<AppEnv>()

/** `seen_cents`: what the page said was owed. It may be negative. */
const CloseFields = z.object({ seen_cents: line(12) })

statementActionRoutes.post(
  paths.closeStatement.pattern,
  staffAtStatement(async (c, user, of) => {
    const { db, clock, log } = c.var.services
    const read = readFields(CloseFields, c.var.body)
    if (!read.ok || !/^-?\d{1,11}$/.test(read.value.seen_cents))
      return renderStatement(c, user, of, refused({ seen_cents: 'Please close it below.' }))
    const seen = { seenCents: Number(read.value.seen_cents), now: clock.now(), log }
    await postOrders({ db, log })
    const closed = await durably(db, (tx) => {
      const outcome = closeStatement(tx, of.farm.id, of.period, seen)
      if (outcome.ok && outcome.isNew)
        recordAction(tx, {
          ...about(user, of, clock.now()),
          verb: 'statement.closed',
          detail: { owedCents: outcome.statement.owedCents },
        })
      return outcome
    })
    if (!closed.ok) return renderStatement(c, user, of, refused({ month: closeRefusal(closed) }, 409))
    const message = `Closed: ${formatCents(closed.statement.owedCents)} for ${periodTitle(of.period)}.`
    return toStatement(c, of, message, { statement: statementJson(closed.statement) })
  }),
)

function closeRefusal(closed: Closed & { ok: false }): string {
  if (closed.code === 'changed')
    return `An order has changed: this month now comes to ${formatCents(closed.statement.owedCents)}. Please look again before you close it.`
  if (closed.code === 'uncounted')
    return `This month can’t be closed yet, because these orders can’t be counted: ${closed.identifiers.join(', ')}. Your developer can find the reason in the log.`
  if (closed.code === 'closed_before')
    return `This month was closed before, with ${formatCents(closed.statement.owedCents)}.`
  return CLOSE_REFUSALS[closed.code]
}

const CLOSE_REFUSALS = {
  not_over: 'This month isn’t over yet.',
  empty: 'This farm has nothing in this month, so there is nothing to close.',
  earlier_open: 'An earlier month is still open. Please close that one first.',
  no_terms: 'This farm sold packs that no terms cover. Please add its terms first.',
  busy: 'Orders are still being counted. Please try again in a minute.',
}

/** `payout_key`: of the form, so that a second press records nothing more. */
const PayoutFields = z.object({
  amount: line(12),
  amount_cents: digits(9),
  paid_on: line(10),
  reference: line(60),
  payout_key: line(40),
})

const PAYOUT_LABELS = {
  amount: '“Amount in dollars”',
  paid_on: '“Paid on”',
  reference: '“Check number or bank reference”',
}

statementActionRoutes.post(
  paths.recordPayout.pattern,
  staffAtStatement(async (c, user, of) => {
    const { db, clock } = c.var.services
    const read = readFields(PayoutFields, c.var.body, PAYOUT_LABELS)
    if (!read.ok)
      return renderStatement(c, user, of, { ...refused({ payout: read.message }), typed: payoutAsTyped(c) })
    const typed = payoutTyped(read.value)
    const refuseWith = (errors: Record<string, string>, status: 409 | 422 = 422) =>
      renderStatement(c, user, of, { ...refused(errors, status), typed: read.value })
    if (!typed.ok) return refuseWith(typed.errors)
    const { closed } = statementOf(db, of.farm.id, of.period)
    if (!closed) return refuseWith({ month: 'Please close this month before you pay it.' }, 409)
    const { id: statementId } = closed
    const recorded = await durably(db, (tx) => {
      const outcome = recordPayout(tx, { ...typed.payout, statementId }, clock.now())
      if (outcome.ok && outcome.isNew) recordPaid(tx, user, of, outcome.payout, clock.now())
      return outcome
    })
    if (!recorded.ok && recorded.code === 'pressed_before')
      return refuseWith({ payout_key: PRESSED_WITH_OTHER }, 409)
    if (!recorded.ok)
      return recorded.code === 'future'
        ? refuseWith({ paid_on: 'Please enter the day the money left. That day hasn’t come yet.' })
        : refuseWith({ amount: `At most ${formatCents(recorded.leftCents)} is left to pay.` }, 409)
    const message = `Recorded: ${formatCents(recorded.payout.cents)} to ${of.farm.name}.`
    return toStatement(c, of, message, { payout: payoutJson(recorded.payout) })
  }),
)

const payoutAsTyped = (c: Ctx): Record<string, string> =>
  Object.fromEntries(
    Object.keys(PayoutFields.shape).flatMap((name) => {
      const typed = c.var.body[name]
      return typeof typed === 'string' ? [[name, typed]] : []
    }),
  )

type TypedPayout = z.output<typeof PayoutFields>

type ReadPayout =
  | { ok: true; payout: Omit<NewPayout, 'statementId'> }
  | { ok: false; errors: Record<string, string> }

function payoutTyped({ amount, amount_cents, paid_on, reference, payout_key: key }: TypedPayout): ReadPayout {
  const cents = readCents(amount_cents, amount)
  const paidOn = parseDay(paid_on)
  if (cents && paidOn && reference !== '' && key !== '')
    return { ok: true, payout: { cents, paidOn, reference, key } }
  const errors = {
    ...(!cents && { amount: 'Please enter an amount like 1250.00.' }),
    ...(!paidOn && { paid_on: 'Please enter a day like 2026-12-05.' }),
    ...(reference === '' && { reference: 'Please enter the check number or the bank’s reference.' }),
    ...(key === '' && { payout_key: 'Please open the statement and record the payout there.' }),
  }
  return { ok: false, errors }
}

const recordPaid = (
  tx: DurableTx,
  user: User,
  of: StatementOf,
  { cents, paidOn, reference }: { cents: number; paidOn: string; reference: string },
  now: Instant,
) =>
  recordAction(tx, {
    ...about(user, of, now),
    verb: 'payout.recorded',
    detail: { cents, paidOn, reference },
  })

statementActionRoutes.post(
  paths.takeBackPayout.pattern,
  staffAtStatement(async (c, user, of) => {
    const { db, clock } = c.var.services
    const read = readFields(z.object({ reason: line(200) }), c.var.body, {
      reason: '“What was wrong with it”',
    })
    const refuseReason = (reason: string) =>
      renderStatement(c, user, of, { ...refused({ reason }), takingBack: rowId(c.req.param('payoutId')) })
    if (!read.ok) return refuseReason(read.message)
    const { reason } = read.value
    if (reason === '') return refuseReason('Please say what was wrong with the payout.')
    const { closed } = statementOf(db, of.farm.id, of.period)
    if (!closed) return notFound(c)
    const ids = { statementId: closed.id, payoutId: rowId(c.req.param('payoutId')) }
    const taken = await durably(db, (tx) => {
      const outcome = takeBackPayout(tx, ids, clock.now())
      if (outcome.ok && outcome.isNew)
        recordAction(tx, {
          ...about(user, of, clock.now()),
          verb: 'payout.taken_back',
          detail: { cents: outcome.payout.cents, payout: ids.payoutId },
          reason,
        })
      return outcome
    })
    if (!taken.ok)
      return taken.code === 'unknown' ? notFound(c) : refuse(c, 409, 'This row is itself a correction.')
    return toStatement(c, of, 'Taken back. The wrong payout stays in the list.', {
      payout: payoutJson(taken.payout),
    })
  }),
)

const refused = (errors: Record<string, string>, status: 409 | 422 = 422) => ({ status, errors })

const about = (user: User, { farm, period }: StatementOf, now: Instant): Omit<StaffAction, 'verb'> => ({
  actor: actorOf(user),
  subject: {
    kind: 'statement',
    token: `${farm.slug}/${period}`,
    label: `${farm.name}, ${periodTitle(period)}`,
  },
  now,
})

function toStatement(
  c: Ctx,
  { farm, period }: { farm: Farm; period: string },
  message: string,
  json: Record<string, unknown>,
) {
  const path = paths.staffStatement(farm.slug, period)
  return reply(c, 200, { message, ...json }, { path, flash: { kind: 'notice', message } })
}
