import { Hono } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { refuseClosedOrder } from '../orders/closed-order.ts'
import { ownOrder } from '../orders/own-order.ts'
import { isPlaced } from '../orders/states.ts'
import { paths } from '../paths.ts'
import { declinesLimit, networkMark } from '../payments/declines-limit.ts'
import { ensureIntent, hasCurrentIntent } from '../payments/intents.ts'
import { hasSucceededPayment } from '../payments/payments.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { readFields } from '../web/fields.ts'
import { failureLimit, rateLimit, tooManyRequests } from '../web/rate-limit.ts'
import { reply } from '../web/respond.ts'
import { deliveryRates } from './delivery-rates.ts'
import { giftRefusal, placeFreeOrder, prepareToPay } from './paying.ts'
import { refusePayment, withProvider } from './refuse-payment.tsx'
import { PaymentFields } from './schemas.ts'
import { TRIES } from './tries.ts'

export const paymentRoutes = new Hono<AppEnv>()

/** Reading or reloading the payment page counts for nothing. */
const intentChanges = failureLimit(...TRIES)

paymentRoutes.post(
  paths.createIntent.pattern,
  declinesLimit,
  ownOrder(async (c, order) => {
    const wait = hasCurrentIntent(c.var.services, order) ? 0 : await intentChanges.consume(c)
    if (wait > 0) return tooManyRequests(c, wait)
    return withProvider(c, async () => {
      const ready = await ensureIntent(c.var.services, order.id, networkMark(c))
      if (!ready.ok) return refusePayment(c, order, ready.refusal)
      const { flow, amountCents, intentId, clientSecret } = ready
      return c.json({
        clientSecret,
        setupIntentId: flow === 'sub-free' ? intentId : null,
        paymentIntentId: flow === 'sub-free' ? null : intentId,
        defaultValues: { billingDetails: billingDetails(order) },
        shippingRates: deliveryRates(c.var.services.db, order, c.var.services.clock.now()),
        flow,
        amount_cents: amountCents,
      })
    })
  }),
)

paymentRoutes.post(
  paths.validatePayment.pattern,
  rateLimit(...TRIES),
  declinesLimit,
  ownOrder((c, order) => {
    const { services, body } = c.var
    const read = readFields(PaymentFields, body)
    if (!read.ok) return refuse(c, 422, read.message)
    return withProvider(c, async () => {
      const { shownGiftCents, ...request } = read.value
      const ready = await prepareToPay(services, order, { ...request, network: networkMark(c) })
      if (!ready.ok) return refusePayment(c, order, ready.refusal)
      const changed = giftRefusal(ready, shownGiftCents)
      if (changed) return refusePayment(c, order, changed)
      const held = { message: "We're holding your box for you.", total_cents: ready.totalCents }
      return reply(c, 200, held, { path: paths.checkout(order.token) })
    })
  }),
)

/** The order token comes in a field or in the path. */
const STRIPELESS = [paths.confirmStripeless.pattern, paths.confirmStripelessOrder.pattern]

paymentRoutes.on(
  'POST',
  STRIPELESS,
  rateLimit(...TRIES),
  ownOrder(async (c, order) => {
    const { services, body } = c.var
    const done = { message: 'Your order is placed.', url: paths.confirmation(order.token) }
    if (isPlaced(order.state)) {
      const isOwnDoing = order.totalCents === 0 && !hasSucceededPayment(services.db, order.id)
      return isOwnDoing ? reply(c, 200, done, { path: done.url }) : refuseClosedOrder(c, order)
    }

    const read = readFields(PaymentFields, body)
    if (!read.ok) return refuse(c, 422, read.message)
    const placed = await placeFreeOrder(services, order, read.value)
    if (placed.ok) return reply(c, 200, done, { path: done.url })
    c.var.log.warn({ event: 'stripeless_refused', code: placed.refusal.code }, 'a free order was not placed')
    return refusePayment(c, order, placed.refusal)
  }),
)

/** A gift is delivered to its recipient, who doesn't pay for it. */
const billingDetails = ({ email, ...order }: Order) =>
  order.giftOrder
    ? { email }
    : {
        name: order.deliveryName,
        email,
        phone: order.deliveryPhone,
        address: {
          line1: order.deliveryStreet1,
          line2: order.deliveryStreet2,
          city: order.deliveryCity,
          state: order.deliveryState,
          postal_code: order.deliveryPostalCode,
          country: 'US',
        },
      }
