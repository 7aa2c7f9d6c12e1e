import { type Context, Hono } from 'hono'
import { THAWING_SOURCE } from '#db/data/thawing.ts'
import { ConfirmationPage } from '#views/payments/confirmation-page.tsx'
import { Conversion } from '#views/payments/conversion.tsx'
import { PaymentStatusPage } from '#views/payments/payment-status-page.tsx'
import { centerCity } from '../delivery/centers.ts'
import { orderForAnalytics } from '../orders/analytics-json.ts'
import { lockedSentence } from '../orders/delivery-lock.ts'
import { byOrder, ownOrder, ownOrderPage } from '../orders/own-order.ts'
import { withPageJson } from '../orders/page-json.tsx'
import { placedOrder } from '../orders/placed.ts'
import { isCanceled, isPlaced } from '../orders/states.ts'
import { thawPlan } from '../orders/thaw-plan.ts'
import { timelineFacts } from '../orders/timeline-facts.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
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
    const { db, config, clock, random } = c.var.services
    if (!isPlaced(order.state)) return redirectTo(c, paths.checkout(order.token), 302)
    if (isCanceled(order.state)) return redirectTo(c, paths.order(order.token), 302)
    const placed = placedOrder(db, order)
    const changePath = paths.deliveryStep(order.token, {
      change: 'true',
      return_to: paths.confirmation(order.token),
    })
    const changeUrl = lockedSentence(order, clock.now()) === null ? changePath : null
    const page = (
      <>
        <ConfirmationPage
          order={placed}
          store={config.store}
          now={clock.now()}
          changeUrl={changeUrl}
          isGuests={order.userId === null}
          token={order.token}
          press={random.token()}
          timeline={timelineFacts(db, order)}
          shipsFrom={centerCity(db, order.fcId ?? 0)}
          thaw={{ rows: thawPlan(db, order.id), source: THAWING_SOURCE }}
        />
        <Conversion order={orderForAnalytics(db, order)} />
      </>
    )
    return renderPage(c, withPageJson(c, order, page), {
      title: `Order ${order.identifier}`,
      indexed: false,
      styles: 'orders',
    })
  }),
)

/** Our own parameter, or one that the provider appends to the return URL. */
const intentOf = (c: Context<AppEnv>) =>
  c.req.query('payment_intent_id') ||
  c.req.query('payment_intent') ||
  c.req.query('setup_intent') ||
  undefined
