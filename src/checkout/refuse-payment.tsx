import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { refuseClosedOrder } from '../orders/closed-order.ts'
import type { Refusal } from '../orders/readiness.ts'
import { paths } from '../paths.ts'
import { ifAnswered } from '../payments/provider.ts'
import { PAYMENT_FAILED_SENTENCE } from '../payments/rules.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { checkoutPage } from './island/page-routes.tsx'
import { isMendedInCart } from './mended-in-cart.ts'
import { paymentStepAgain } from './steps/payment-step-routes.tsx'

type Ctx = Context<AppEnv>

type Refused = Pick<Refusal, 'message'> & { code: Refusal['code'] | 'declined' }

/** Something changed since the page was shown. */
export const LOST_RACES: readonly Refused['code'][] = [
  'sold_out',
  'address_changed',
  'date_unavailable',
  'date_changed',
  'recurring_changed',
  'price_changed',
]

export function refusePayment(c: Ctx, order: Order, { code, message }: Refused) {
  if (code === 'order_placed' || code === 'order_joined') return refuseClosedOrder(c, order)
  const status = LOST_RACES.includes(code) ? 409 : 422
  if (!wantsHtml(c)) return c.json({ message, error: message, code }, status)
  const isOlderCheckout = c.var.body.return_to === paths.paymentStep(order.token)
  if (isOlderCheckout) return paymentStepAgain(c, order, message, status)
  return checkoutPage(c, order, { problems: { payment: message, isInCart: isMendedInCart(code) } }, status)
}

/** A provider that is down, slow or garbled isn't a bug: the shopper gets the specified sentence and may retry. */
export async function withProvider(c: Ctx, work: () => Promise<Response>): Promise<Response> {
  return (await ifAnswered(c.var, work)) ?? refuse(c, 422, PAYMENT_FAILED_SENTENCE)
}
