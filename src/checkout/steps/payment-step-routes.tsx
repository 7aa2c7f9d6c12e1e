import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Order } from '#db/schema/index.ts'
import { PaymentStepPage } from '#views/checkout/payment-step-page.tsx'
import { ownOrderPage } from '../../orders/own-order.ts'
import { withPageJson } from '../../orders/page-json.tsx'
import type { Refusal } from '../../orders/readiness.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { challengeOf } from '../../payments/confirm.ts'
import { ifAnswered } from '../../payments/provider.ts'
import type { AppEnv } from '../../web/env.ts'
import { setFlash } from '../../web/flash.ts'
import { renderPage } from '../../web/page.tsx'
import { redirectTo } from '../../web/redirect.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { closedDay, isDayPassed } from '../closed-day.ts'
import { toJoinedBox, withoutItems } from '../redirects.ts'
import { summaryProps } from '../summary.ts'
import { type PaymentPageState, paymentStepProps, requiredPage } from './payment-step.ts'

export const paymentStepRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

paymentStepRoutes.get(
  paths.paymentStep.pattern,
  ownOrderPage(async (c, order) => {
    const joined = toJoinedBox(c, order, ({ token }) => paths.paymentStep(token))
    if (joined) return joined
    if (c.req.query('authenticate') !== undefined) return authenticationPage(c, order)
    const passed = passedDay(c, order)
    return passed ? toDelivery(c, order, passed) : paymentStepPage(c, order)
  }),
)

function passedDay(c: Ctx, order: Order): Refusal | null {
  const { db, clock } = c.var.services
  return isDayPassed(order, clock.now()) ? closedDay(db, order, [], clock.now()) : null
}

/** After a refused payment: a page opened before the cutoff would still show the passed day, and can't change it. */
export function paymentStepAgain(c: Ctx, order: Order, problem: string, status: ContentfulStatusCode) {
  const passed = passedDay(c, order)
  return passed ? toDelivery(c, order, passed) : paymentStepPage(c, order, { problem }, status)
}

async function toDelivery(c: Ctx, { token }: Order, { message }: Refusal) {
  await setFlash(c, { kind: 'danger', message })
  return redirectTo(c, paths.deliveryStep(token), c.req.method === 'GET' ? 302 : 303)
}

/** The page that shows the bank's question. Without one, the status page knows the outcome. */
async function authenticationPage(c: Ctx, order: Order) {
  const question = await ifAnswered(c.var, () => challengeOf(c.var.services, order.id))
  if (question === null) return redirectTo(c, paths.paymentStatusPage(order.token), 302)
  return paymentStepPage(c, order, { question })
}

export function paymentStepPage(
  c: Ctx,
  order: Order,
  pageState: PaymentPageState = {},
  status: ContentfulStatusCode = 200,
) {
  const { services, visitor } = c.var
  const otherPage = requiredPage(services, order)
  if (otherPage === paths.cart() && isOpen(order.state)) return withoutItems(c, order)
  if (otherPage) return redirectTo(c, otherPage, c.req.method === 'GET' ? 302 : 303)
  const thisPage = paths.paymentStep(order.token)
  const page = (
    <PaymentStepPage
      buyer={checkoutBuyer(visitor, thisPage)}
      step={paymentStepProps(services, order, pageState)}
      summary={{ ...summaryProps(services, visitor, order), returnTo: thisPage }}
    />
  )
  return renderPage(c, withPageJson(c, order, page), {
    title: 'Payment',
    layout: 'checkout',
    indexed: false,
    status,
  })
}
