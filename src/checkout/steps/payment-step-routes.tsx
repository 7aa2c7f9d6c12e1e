import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Order } from '#db/schema/index.ts'
import { PaymentStepPage } from '#views/checkout/payment-step-page.tsx'
import { ownOrderPage } from '../../orders/own-order.ts'
import { withPageJson } from '../../orders/page-json.tsx'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { questionOf } from '../../payments/confirm.ts'
import { isProviderTrouble } from '../../payments/provider.ts'
import type { AppEnv } from '../../web/env.ts'
import { renderPage } from '../../web/page.tsx'
import { redirectTo } from '../../web/redirect.ts'
import { checkoutBuyer } from '../checkout-buyer.ts'
import { toEmptyCart, toJoinedBox } from '../redirects.ts'
import { summaryProps } from '../summary.ts'
import { elsewhere, type PaymentStepShown, paymentStepProps } from './payment-step.ts'

export const paymentStepRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

paymentStepRoutes.get(
  paths.paymentStep.pattern,
  ownOrderPage(async (c, order) => {
    const joined = toJoinedBox(c, order, ({ token }) => paths.paymentStep(token))
    if (joined) return joined
    return c.req.query('authenticate') === undefined ? paymentStepPage(c, order) : askingPage(c, order)
  }),
)

/** The page on which the bank's question is put. Once it has none, the waiting page knows what became of it. */
async function askingPage(c: Ctx, order: Order) {
  try {
    const question = await questionOf(c.var.services, order.id)
    if (question === null) return redirectTo(c, paths.paymentStatusPage(order.token), 302)
    return paymentStepPage(c, order, { question })
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    c.var.log.warn({ err: error }, 'the payment provider did not answer')
    return redirectTo(c, paths.paymentStatusPage(order.token), 302)
  }
}

/**
 * The page, with the box beside it, or the way to where the order belongs first. Also what a refused plain form is
 * answered with, at its status.
 */
export function paymentStepPage(
  c: Ctx,
  order: Order,
  shown: PaymentStepShown = {},
  status: ContentfulStatusCode = 200,
) {
  const { services, visitor } = c.var
  const place = elsewhere(services, order)
  if (place === paths.cart() && isOpen(order.state)) return toEmptyCart(c)
  if (place) return redirectTo(c, place, c.req.method === 'GET' ? 302 : 303)
  const here = paths.paymentStep(order.token)
  const page = (
    <PaymentStepPage
      who={checkoutBuyer(visitor, here)}
      step={paymentStepProps(services, order, shown)}
      summary={{ ...summaryProps(services, visitor, order), returnTo: here }}
    />
  )
  return renderPage(c, withPageJson(c, order, page), {
    title: 'Payment',
    layout: 'checkout',
    indexed: false,
    status,
  })
}
