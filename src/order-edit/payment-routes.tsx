import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { PayPage } from '#views/order-edit/pay-page.tsx'
import { WaitPage } from '#views/order-edit/wait-page.tsx'
import { paymentSettings } from '../checkout/payment-settings.ts'
import { CARD_LABELS, CardFields } from '../checkout/schemas.ts'
import { checkBilling } from '../checkout/steps/billing.ts'
import { TRIES } from '../checkout/tries.ts'
import { formatDay } from '../day.ts'
import { changesOf } from '../orders/changes.ts'
import { orderById } from '../orders/orders.ts'
import { isCanceled } from '../orders/states.ts'
import { orderPathOf, type Viewable, viewableBox } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { declinesLimit } from '../payments/declines-limit.ts'
import {
  dropExtra,
  openAttempt,
  payExtra,
  refreshExtra,
  waitingExtra,
} from '../payments/extra-charge-card.ts'
import type { ExtraOutcome } from '../payments/extra-charge-try.ts'
import { ifAnswered } from '../payments/provider.ts'
import { PAYMENT_FAILED_SENTENCE } from '../payments/rules.ts'
import { NO_PLACE } from '../postal/place.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { digits, readFields } from '../web/fields.ts'
import { setFlash } from '../web/flash.ts'
import { renderPage } from '../web/page.tsx'
import { rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply } from '../web/respond.ts'

/** Pays the difference by a card form or the bank's confirmation. Both need scripts, as every card form does. */
export const paymentRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const payPath = ({ order, key }: Viewable) => paths.payForEdit(order.token, { key })

paymentRoutes.get(
  paths.payForEdit.pattern,
  viewableBox(async (c, viewable) => {
    const { services } = c.var
    const isAsking = c.req.query('authenticate') !== undefined
    const outcome = isAsking ? null : await ifAnswered(c.var, () => refreshExtra(services, viewable.order))
    const waiting = await waitingExtra(services, viewable.order)
    if (outcome?.outcome === 'pending') return waitPage(c, viewable)
    if (!waiting && isAsking) return redirectTo(c, payPath(viewable), 302)
    if (!waiting) return backToOrder(c, viewable, outcome)
    const problem = outcome?.outcome === 'declined' ? outcome.message : null
    const { store } = services.config
    const page = (
      <PayPage
        identifier={viewable.order.identifier}
        action={payPath(viewable)}
        orderPath={orderPathOf(viewable)}
        amountCents={waiting.payment.amountCents}
        attempt={waiting.payment.attempt}
        change={waiting.change}
        billing={{ sameAsShipping: true, fields: NO_PLACE, problem: null }}
        problem={problem}
        payments={paymentSettings(services)}
        question={isAsking ? waiting.challenge : null}
        storePhone={store.phone}
      />
    )
    return paymentPage(c, viewable, page, 'Pay the difference')
  }),
)

function waitPage(c: Ctx, viewable: Viewable) {
  const page = <WaitPage reloadUrl={payPath(viewable)} orderPath={orderPathOf(viewable)} />
  return paymentPage(c, viewable, page, 'Your payment')
}

function paymentPage(c: Ctx, viewable: Viewable, page: Child, title: string) {
  const back = { path: orderPathOf(viewable), words: 'Back to your order' }
  return renderPage(c, page, { title, layout: 'checkout', indexed: false, styles: 'orders', back })
}

/** With what became of it, if that is known. */
async function backToOrder(c: Ctx, viewable: Viewable, outcome: ExtraOutcome | null) {
  const message = outcome && endSentence(c, viewable, outcome)
  const kind = outcome?.outcome === 'changed' ? 'notice' : 'danger'
  if (message) await setFlash(c, { kind, message })
  return redirectTo(c, orderPathOf(viewable), 302)
}

/** What the money did: the latest change of the order. */
function changedSentence(c: Ctx, { order }: Viewable): string {
  const last = changesOf(c.var.services.db, order.id).at(-1)
  return last?.kind === 'moved'
    ? `Your box now comes ${formatDay(last.detail.to, 'long')}, and the difference is paid.`
    : 'Your box is updated, and the difference is paid.'
}

function endSentence(c: Ctx, viewable: Viewable, outcome: ExtraOutcome): string | null {
  if (outcome.outcome === 'changed') return changedSentence(c, viewable)
  return outcome.outcome === 'returned' ? returnedSentence(outcome) : endedSentence(c, viewable)
}

const returnedSentence = ({ message }: { message: string }) => `${message} We're refunding your payment.`

/** The payment that the form showed; empty from a script. */
const AttemptFields = z.object({ attempt: digits(9) })

paymentRoutes.post(
  paths.payForEdit.pattern,
  rateLimit(...TRIES),
  declinesLimit,
  viewableBox(async (c, viewable) => {
    const { services, body } = c.var
    const { order } = viewable
    const read = readFields(CardFields, body, CARD_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)
    const shown = readFields(AttemptFields, body)
    if (!shown.ok) return refuse(c, 422, shown.message)
    const { token, billing: typed } = read.value
    const check = checkBilling(order, typed)
    if (!check.ok) return refuse(c, 422, check.problem.message)
    if (!token) return refuse(c, 422, PAYMENT_FAILED_SENTENCE)
    const payment = {
      card: { token, billing: check.billing },
      returnUrl: services.config.appUrl + payPath(viewable),
      attempt: shown.value.attempt === '' ? null : Number(shown.value.attempt),
    }
    const outcome = await ifAnswered(c.var, () => payExtra(services, order, payment))
    return outcome ? respond(c, viewable, outcome, payment.attempt) : refuse(c, 503, PAYMENT_FAILED_SENTENCE)
  }),
)

/** Each path is where the page's script goes next. */
function respond(c: Ctx, viewable: Viewable, outcome: ExtraOutcome, shown: number | null) {
  const { order, key } = viewable
  switch (outcome.outcome) {
    case 'changed':
      return continueTo(c, orderPathOf(viewable), {
        kind: 'notice',
        message: changedSentence(c, viewable),
      })
    case 'challenge':
      return continueTo(c, paths.payForEdit(order.token, { key, authenticate: 'true' }))
    case 'pending':
    case 'card_needed':
      return continueTo(c, payPath(viewable))
    case 'declined':
      return refuse(c, 402, `${outcome.message} Your order is still as it was.`)
    case 'refused':
      return refuse(c, 422, outcome.refusal.message)
    case 'returned':
      return refuse(c, 409, returnedSentence(outcome))
    case 'stale':
      return ended(c, viewable, shown)
  }
}

/** In another window, by staff or by its time. `shown`: the attempt that the form paid for. */
async function ended(c: Ctx, viewable: Viewable, shown: number | null) {
  const open = openAttempt(c.var.services, viewable.order.id)
  const message = open ? openWords(open, shown) : endedSentence(c, viewable)
  await setFlash(c, { kind: 'danger', message })
  const path = open ? payPath(viewable) : orderPathOf(viewable)
  return reply(c, 409, { error: message, message, path }, { path })
}

const endedSentence = (c: Ctx, { order }: Viewable) =>
  isCanceled(orderById(c.var.services.db, order.id).state) ? CANCELED : ENDED

const openWords = ({ attempt }: { attempt: number }, shown: number | null) =>
  attempt === shown ? BEING_PAID : OTHER_CHANGE

const BEING_PAID = "This change is already being paid for, so we didn't charge your card again."
const OTHER_CHANGE = 'You started another change of this order meanwhile. Please check it before you pay.'
const CANCELED = "This order was canceled, so there's nothing to pay. Nothing was charged."
const ENDED =
  'This change has ended, and nothing was charged. Your order is as it was. To make the change after all, please start again.'

async function continueTo(c: Ctx, path: string, flash?: { kind: 'notice'; message: string }) {
  if (flash) await setFlash(c, flash)
  return reply(c, 200, { path, ...(flash ? { message: flash.message } : {}) }, { path })
}

paymentRoutes.delete(
  paths.payForEdit.pattern,
  viewableBox(async (c, viewable) => {
    const shown = readFields(AttemptFields, c.var.body)
    const attempt = shown.ok && shown.value.attempt !== '' ? Number(shown.value.attempt) : null
    const { services } = c.var
    const dropped = await ifAnswered(c.var, async () => ({
      outcome: await dropExtra(services, viewable.order.id, attempt),
    }))
    if (!dropped) return refuse(c, 503, NOT_STOPPED)
    const path = orderPathOf(viewable)
    const message = dropped.outcome ? tooLateSentence(c, viewable, dropped.outcome) : KEPT
    if (!dropped.outcome) return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
    return reply(c, 409, { error: message, message, path }, { path, flash: { kind: 'danger', message } })
  }),
)

const KEPT = 'Your order stays as it was. Nothing was charged.'
const NOT_STOPPED = "We couldn't stop this change right now. Please try again in a minute."

function tooLateSentence(c: Ctx, viewable: Viewable, outcome: ExtraOutcome): string {
  if (outcome.outcome === 'returned') return returnedSentence(outcome)
  const why =
    outcome.outcome === 'changed' ? changedSentence(c, viewable) : 'Your payment is being confirmed.'
  return `It was too late to stop this change. ${why}`
}
