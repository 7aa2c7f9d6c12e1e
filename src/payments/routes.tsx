import { type Context, Hono } from 'hono'
import { PaymentStatusPage } from '#views/payments/payment-status-page.tsx'
import { byOrder, ownOrder, ownOrderPage } from '../orders/own-order.ts'
import { withPageJson } from '../orders/page-json.tsx'
import { startsMembership } from '../orders/recurring-rules.ts'
import { isCanceled, isPlaced } from '../orders/states.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { renderConfirmation } from './confirmation.tsx'
import { latestPayment } from './payments.ts'
import { paymentStatus } from './status.ts'

export const routes = new Hono<AppEnv>()

const statusLimit = rateLimit({ points: 2, seconds: 1, by: byOrder })

routes.get(
  paths.paymentStatus.pattern,
  statusLimit,
  ownOrder(async (c, order) => {
    const status = await paymentStatus(c.var.services, order, c.req.query('payment_intent_id') || undefined)
    return status === null ? c.notFound() : c.json({ payment_status: status })
  }),
)

routes.get(
  paths.paymentStatusPage.pattern,
  ownOrderPage(async (c, order) => {
    const intentId = intentOf(c)
    const status = await paymentStatus(c.var.services, order, intentId)
    if (status === null) return c.notFound()
    if (status === 'succeeded') return redirectTo(c, paths.confirmation(order.token), 302)
    if (status === 'failed') return redirectTo(c, paths.checkout(order.token, { payment: 'failed' }), 302)
    if (!latestPayment(c.var.services.db, order.id)) return redirectTo(c, paths.checkout(order.token), 302)
    const query = intentId ? `?payment_intent_id=${encodeURIComponent(intentId)}` : ''
    const page = (
      <PaymentStatusPage
        statusUrl={paths.paymentStatus(order.token) + query}
        successUrl={paths.confirmation(order.token)}
        errorUrl={paths.checkout(order.token, { payment: 'failed' })}
        reloadUrl={paths.paymentStatusPage(order.token) + query}
      />
    )
    return renderPage(c, withPageJson(c, order, page), {
      title: 'Your payment',
      layout: 'checkout',
      indexed: false,
    })
  }),
)

routes.get(
  paths.confirmation.pattern,
  ownOrderPage((c, order) => {
    if (!isPlaced(order.state)) return redirectTo(c, paths.checkout(order.token), 302)
    if (isCanceled(order.state)) return redirectTo(c, paths.order(order.token), 302)
    if (startsMembership(order)) return redirectTo(c, paths.steakholder(order.token), 302)
    return renderConfirmation(c, order)
  }),
)

/** Our own parameter, or one that the provider appends to the return URL. */
const intentOf = (c: Context<AppEnv>) =>
  c.req.query('payment_intent_id') ||
  c.req.query('payment_intent') ||
  c.req.query('setup_intent') ||
  undefined
