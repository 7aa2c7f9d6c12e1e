import { Hono } from 'hono'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { CLAIM_ANSWERS, type ClaimAnswer } from '#db/schema/claims.ts'
import type { Order } from '#db/schema/index.ts'
import { ClaimsPage } from '#views/staff/claims-page.tsx'
import { staff } from '../accounts/guards.ts'
import { type Answered, answerClaim } from '../claims/answer-claim.ts'
import { claimById, photoOf } from '../claims/claims.ts'
import { claimJson } from '../claims/json.ts'
import { sendPhoto } from '../claims/routes.tsx'
import { readCents } from '../money.ts'
import { OWN_ORDER } from '../orders/is-own-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, lines, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { refuseOnClaim, renderClaim } from './claim-page.tsx'
import { type ClaimRow, countClaims, listClaims, rowOf } from './claims.ts'
import { giveOfOrder } from './giving.ts'
import { renderDesk } from './page.tsx'

export const claimRoutes = new Hono<AppEnv>()

const rowJson = (row: ClaimRow) => ({
  ...claimJson(row),
  identifier: row.identifier,
  order_token: row.orderToken,
  carrier: row.carrier,
  center: row.center,
})

claimRoutes.get(
  paths.staffClaims.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const query = c.req.query()
    const { state = 'open' } = query
    if (state !== 'open' && state !== 'answered')
      return refuse(c, 422, unknownOption('state', state, ['open', 'answered']))
    const list = listClaims(db, state, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { rows, total, page, pages } = list
    const counts = countClaims(db, clock.now())
    if (!wantsHtml(c)) return c.json({ claims: rows.map(rowJson), total, page, pages, counts })
    const view = <ClaimsPage list={list} state={state} counts={counts} />
    return renderDesk(c, user, { current: 'claims', title: 'Claims' }, view)
  }),
)

claimRoutes.get(
  paths.staffClaim.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const claim = claimById(db, rowId(c.req.param('claimId')))
    if (!claim) return notFound(c)
    return wantsHtml(c) ? renderClaim(c, user, claim) : c.json(rowJson(rowOf(db, claim)))
  }),
)

claimRoutes.get(
  paths.staffClaimPhoto.pattern,
  staff((c) => {
    const { db } = c.var.services
    const claim = claimById(db, rowId(c.req.param('claimId')))
    const photo = claim && photoOf(db, claim.orderId, c.req.param('photoToken') ?? '')
    return photo ? sendPhoto(c, photo) : notFound(c)
  }),
)

/** `amount`: in dollars, as people type it. */
const AnswerFields = z.object({
  answer: line(20),
  amount_cents: digits(9),
  amount: line(12),
  words: lines(500),
})

const LABELS = {
  amount: '“Amount in dollars”',
  amount_cents: '“Amount in dollars”',
  words: '“To the shopper”',
}

claimRoutes.post(
  paths.staffClaim.pattern,
  staff(async (c, user) => {
    const { db, clock, random, config } = c.var.services
    const claimId = rowId(c.req.param('claimId'))
    const refuse = (status: 409 | 422, message: string) =>
      refuseOnClaim(c, user, claimId, { status, message })
    const read = readFields(AnswerFields, c.var.body, LABELS)
    if (!read.ok) return refuse(422, read.message)
    const { answer, words } = read.value
    if (!isAnswer(answer)) return refuse(422, 'Please choose to send it again, to credit or to refund.')
    const { amount_cents, amount } = read.value
    const amountCents = readCents(amount_cents, amount) // null: what was paid for the lines
    if (amountCents === null && amount_cents + amount !== '')
      return refuse(422, 'Please enter an amount like 12.50.')
    const now = clock.now()
    const content = [claimId, answer, amountCents]
    const mayGive = (tx: DurableTx, order: Order, cents: number) =>
      giveOfOrder(tx, { user, order, door: 'claim', content, cents, now })
    const by = { user, now, random, config, mayGive }
    const answered = await durably(db, (tx) => answerClaim(tx, claimId, { answer, amountCents, words }, by))
    if (!answered.ok && answered.code === 'second_person') return refuse(409, answered.message)
    if (!answered.ok) return answered.code === 'unknown' ? notFound(c) : refuse(...REFUSALS[answered.code])
    const message = 'Answered. The shopper gets an email.'
    const path = paths.staffClaim(claimId)
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

const isAnswer = (answer: string): answer is ClaimAnswer => CLAIM_ANSWERS.some((one) => one === answer)

const REFUSALS: Record<
  Exclude<(Answered & { ok: false })['code'], 'unknown' | 'second_person'>,
  [409 | 422, string]
> = {
  answered_before: [409, 'This claim was answered before.'],
  own_order: [409, OWN_ORDER],
  bank_decides: [
    409,
    'The bank is still deciding about this payment. Please wait, or send it again instead.',
  ],
  more_than_left: [422, 'That is more than is left on the order.'],
  no_amount: [422, 'Please enter an amount above $0.00, or send it again instead.'],
  nothing: [422, 'Nothing is left on the order to give.'],
  no_day: [409, "There's no open delivery day for this address. Please refund instead."],
  sold_out: [409, 'It is sold out at this center. Please refund or credit instead.'],
}
