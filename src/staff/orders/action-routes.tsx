import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import type { Ctx } from '../../accounts/guards.ts'
import { formatCents, readCents } from '../../money.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { digits, line, lines, readFields } from '../../web/fields.ts'
import { PRESSED_WITH_OTHER } from '../pressed-again.ts'
import { type BoxAction, type BoxBy, cancelByStaff, releaseOrder, reshipOrder } from './box-actions.ts'
import { addNote } from './notes.ts'
import { actionDone, refuseAction, staffOrderOf } from './page.tsx'
import { pressOf } from './press.ts'
import { askRefund } from './refund.ts'
import { refundRefusalWords } from './refund-words.ts'
import { MAILS_AGAIN, type MailAgain, resendMail } from './resend.ts'
import { MAX_NOTE_LENGTH } from './rules.ts'

export const actionRoutes = new Hono<AppEnv>()

const press = line(40)
const reason = lines(500)
const WHY = { reason: '“Why”' }
const REASON_MISSING = 'Please say why.'

const NoteFields = z.object({ text: lines(MAX_NOTE_LENGTH), press })

actionRoutes.post(
  paths.noteOrder.pattern,
  staffOrderOf(async (c, user, order) => {
    const read = readFields(NoteFields, c.var.body, { text: '“A note for the staff”' })
    if (!read.ok || read.value.text === '')
      return unfit(c, user, order.token, 'text', read.ok ? 'Please write a note.' : read.message)
    const { text } = read.value
    const note = { text, press: pressOf(read.value.press, text) }
    const { db, clock } = c.var.services
    const isKept = await durably(db, (tx) => addNote(tx, order, note, { user, now: clock.now() }))
    if (!isKept) return refuseAction(c, user, order.token, { status: 409, message: PRESSED_WITH_OTHER })
    return actionDone(c, order.token, 'Noted.')
  }),
)

const RESEND_REFUSALS = {
  no_email: [409, 'This order has no email address.'],
  not_sent_yet: [409, "This order hasn't had that email yet, so there's nothing to send again."],
  flooded: [429, 'That email went out three times within an hour. Please wait a while.'],
} as const

const isMail = (typed: string): typed is MailAgain => MAILS_AGAIN.some((mail) => mail === typed)

actionRoutes.post(
  paths.resendMail.pattern,
  staffOrderOf(async (c, user, order) => {
    const read = readFields(z.object({ mail: line(20), press }), c.var.body)
    if (!read.ok || !isMail(read.value.mail))
      return unfit(c, user, order.token, 'mail', `Please choose one of ${MAILS_AGAIN.join(', ')}.`)
    const { db, clock } = c.var.services
    const now = clock.now()
    const mail = { mail: read.value.mail, press: pressOf(read.value.press, Math.floor(now / 60_000)) }
    const sent = await durably(db, (tx) => resendMail(tx, order, mail, { user, now }))
    if (sent.ok) return actionDone(c, order.token, 'Sent again.')
    const [status, message] = RESEND_REFUSALS[sent.code]
    return refuseAction(c, user, order.token, { status, message })
  }),
)

const RefundFields = z.object({ amount_cents: digits(9), amount: line(12), reason, press })

actionRoutes.post(
  paths.refundOrderPart.pattern,
  staffOrderOf(async (c, user, order) => {
    const read = readFields(RefundFields, c.var.body, { amount: '“Amount in dollars”', reason: '“Why”' })
    if (!read.ok) return unfit(c, user, order.token, 'amount_cents', read.message)
    const amountCents = readCents(read.value.amount_cents, read.value.amount)
    if (amountCents === null || amountCents === 0)
      return unfit(c, user, order.token, 'amount_cents', 'Please enter an amount like 12.50.')
    if (read.value.reason === '') return unfit(c, user, order.token, 'reason', REASON_MISSING)
    const { db, clock } = c.var.services
    const request = {
      amountCents,
      reason: read.value.reason,
      press: pressOf(read.value.press, amountCents, read.value.reason),
    }
    const refunded = await durably(db, (tx) => askRefund(tx, order.id, request, { user, now: clock.now() }))
    if (!refunded.ok) {
      const status = refunded.code === 'more_than_left' ? 422 : 409
      return refuseAction(c, user, order.token, { status, message: refundRefusalWords(refunded) })
    }
    const { refund, isCanceled } = refunded
    return actionDone(c, order.token, refundedWords(refund.state, refund.amountCents, isCanceled), {
      state: refund.state,
      amount_cents: refund.amountCents,
      card_cents: refund.cardCents,
      gift_cents: refund.giftCents,
      canceled: isCanceled,
    })
  }),
)

function refundedWords(state: string, cents: number, isCanceled: boolean): string {
  if (state === 'waiting')
    return `${formatCents(cents)} is a large refund. It waits until someone else approves it.`
  if (isCanceled) return `The order is canceled, and ${formatCents(cents)} is on its way back.`
  return `${formatCents(cents)} is on its way back. The customer gets an email.`
}

type Act = (tx: DurableTx, orderId: number, by: BoxBy) => BoxAction

async function act(c: Ctx, user: User, order: { id: number; token: string }, action: Act) {
  const { db, clock, config, random } = c.var.services
  const by = { user, now: clock.now(), config, random }
  const acted = await durably(db, (tx) => action(tx, order.id, by))
  return acted.ok
    ? actionDone(c, order.token, acted.message)
    : refuseAction(c, user, order.token, { status: 409, message: acted.message })
}

const ReasonFields = z.object({ reason })

actionRoutes.post(
  paths.cancelByStaff.pattern,
  staffOrderOf((c, user, order) => {
    const read = readFields(ReasonFields, c.var.body, WHY)
    if (!read.ok || read.value.reason === '')
      return unfit(c, user, order.token, 'reason', read.ok ? REASON_MISSING : read.message)
    return act(c, user, order, (tx, id, by) => cancelByStaff(tx, id, read.value.reason, by))
  }),
)

actionRoutes.post(
  paths.releaseOrder.pattern,
  staffOrderOf((c, user, order) => {
    const read = readFields(ReasonFields, c.var.body, WHY)
    if (!read.ok || read.value.reason === '')
      return unfit(c, user, order.token, 'reason', read.ok ? REASON_MISSING : read.message)
    return act(c, user, order, (tx, id, by) => releaseOrder(tx, id, read.value.reason, by))
  }),
)

const ReshipFields = z.object({
  quantities: z.record(line(40), digits(3)).nullish(),
  items: z.array(z.object({ bid_item_token: line(40), quantity: digits(3) })).nullish(),
  reason,
  press,
})

actionRoutes.post(
  paths.reshipOrder.pattern,
  staffOrderOf((c, user, order) => {
    const read = readFields(ReshipFields, c.var.body, WHY)
    if (!read.ok) return unfit(c, user, order.token, 'items', read.message)
    if (read.value.reason === '') return unfit(c, user, order.token, 'reason', REASON_MISSING)
    const { quantities, items } = read.value
    const typed = [
      ...Object.entries(quantities ?? {}),
      ...(items ?? []).map(({ bid_item_token, quantity }) => [bid_item_token, quantity] as const),
    ]
    const wanted = new Map(typed.map(([token, quantity]) => [token, Number(quantity) || 0]))
    const request = {
      quantities: wanted,
      reason: read.value.reason,
      press: pressOf(read.value.press, typed, read.value.reason),
    }
    return act(c, user, order, (tx, id, by) => reshipOrder(tx, id, request, by))
  }),
)

function unfit(c: Ctx, user: User, token: string, field: string, message: string): Response {
  const accepts = c.req.header('accept') ?? ''
  if (!accepts.includes('text/html'))
    return c.json({ error: message, message, errors: { [field]: message } }, 422)
  return refuseAction(c, user, token, { status: 422, message })
}
