import { type Context, Hono } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { orderById } from '../../orders/orders.ts'
import { ownOrder } from '../../orders/own-order.ts'
import { closedRefusal } from '../../orders/prepare.ts'
import type { Refusal, RefusalCode } from '../../orders/readiness.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import type { Confirmation } from '../../payments/confirm.ts'
import { declinesLimit, networkMark } from '../../payments/declines-limit.ts'
import { ifAnswered } from '../../payments/provider.ts'
import { declinedSentence, PAYMENT_FAILED_SENTENCE } from '../../payments/rules.ts'
import { paymentFailure } from '../../payments/status.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { rateLimit } from '../../web/rate-limit.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { LOST_RACES } from '../refuse-payment.tsx'
import { CARD_LABELS, CardFields } from '../schemas.ts'
import { TRIES } from '../tries.ts'
import { type BillingProblem, checkBilling, type TypedBilling } from './billing.ts'
import { payWithCard } from './card-payment.ts'
import { requiredPage } from './payment-step.ts'
import { paymentStepPage } from './payment-step-routes.tsx'

export const cardRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

cardRoutes.post(
  paths.updatePayment.pattern,
  rateLimit(...TRIES),
  declinesLimit,
  ownOrder(async (c, order) => {
    const { services, body } = c.var
    if (!isOpen(order.state)) return refuseOrder(c, order, closedRefusal(order))

    const read = readFields(CardFields, body, CARD_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)
    const { token, billing: typed, agreed, shownCents, shownGiftCents, shown } = read.value
    const check = checkBilling(order, typed)
    if (!check.ok) return renderAgain(c, order, { ...check.problem, code: 'billing' }, typed)
    if (!token) return renderAgain(c, order, NO_CARD, typed)
    const card = { token, billing: check.billing }
    const payment = { card, agreed, network: networkMark(c), shownCents, shownGiftCents, shown }
    const confirmation = await ifAnswered(c.var, () => payWithCard(services, order, payment))
    if (confirmation) return respond(c, order, typed, confirmation)
    return renderAgain(c, order, { code: 'provider', message: PAYMENT_FAILED_SENTENCE }, typed)
  }),
)

const NO_CARD = { code: 'card_missing', message: PAYMENT_FAILED_SENTENCE }

async function respond(c: Ctx, order: Order, typed: TypedBilling, result: Confirmation) {
  switch (result.outcome) {
    case 'paid':
      return continueTo(c, paths.confirmation(order.token))
    case 'challenge':
      return continueTo(c, paths.paymentStep(order.token, { authenticate: 'true' }))
    case 'pending':
      return continueTo(c, `${paths.paymentStatusPage(order.token)}?payment_intent_id=${result.intentId}`)
    case 'declined':
      return renderAgain(c, order, { code: 'declined', message: declinedSentence(result.message) }, typed)
    case 'refunding':
      return moneyReturned(c, order)
    case 'refused':
      return refuseOrder(c, order, result.refusal, typed)
  }
}

const continueTo = (c: Ctx, path: string) => reply(c, 200, { path }, { path })

function moneyReturned(c: Ctx, order: Order) {
  const path = paths.checkout(order.token, { payment: 'failed' })
  const message = paymentFailure(c.var.services.db, order) ?? PAYMENT_FAILED_SENTENCE
  return reply(c, 409, { error: message, message, path }, { path })
}

const RACES: typeof LOST_RACES = [...LOST_RACES, 'order_placed', 'order_joined', 'not_completable']

function refuseOrder(c: Ctx, { id }: Order, refusal: Refusal, typed?: TypedBilling) {
  const order = orderById(c.var.services.db, id) // reload: paying may have changed it
  const status = RACES.includes(refusal.code) ? 409 : 422
  const path = isFixedElsewhere(refusal.code) ? requiredPage(c.var.services, order) : null
  if (path === null && typed) return renderAgain(c, order, refusal, typed, status)
  const { code, message } = refusal
  const nextPage = path ?? paths.paymentStep(order.token)
  return reply(c, status, { error: message, message, code, path: nextPage }, { path: nextPage })
}

/** Refusals that this page can't fix. */
const isFixedElsewhere = (code: RefusalCode) =>
  ['order_placed', 'order_joined', 'empty', 'email_missing', 'address_missing', 'date_missing'].includes(code)

type Problem = { code: string; message: string; fields?: BillingProblem['fields'] }

function renderAgain(
  c: Ctx,
  order: Order,
  { code, message, fields }: Problem,
  typed: TypedBilling,
  status: 409 | 422 = 422,
) {
  if (!wantsHtml(c)) return c.json({ error: message, message, code, ...(fields ? { fields } : {}) }, status)
  const billing = { ...typed, problem: fields ? { message, fields } : null }
  return paymentStepPage(c, order, { billing, problem: fields ? null : message }, status)
}
