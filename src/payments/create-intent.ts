import type Stripe from 'stripe'
import type { Order, Payment } from '#db/schema/index.ts'
import { keepsCard } from './flow.ts'
import type { IntentKind } from './provider.ts'

export type WantedIntent = {
  order: Order
  payment: Payment
  kind: IntentKind
  customer: string | null
  isHeld: boolean
}

/** With the customer of a kept card, because the same key must never come with other parameters. */
export const keyOf = ({ order, payment, kind, customer, isHeld }: WantedIntent) =>
  [
    kind === 'setup' ? 'si' : 'pi',
    order.token,
    payment.attempt,
    ...(customer ? [customer] : []),
    ...(isHeld ? ['held'] : []),
  ].join(':')

export function createAtProvider(
  stripe: Stripe,
  { order, payment, kind, customer, isHeld }: WantedIntent,
  idempotencyKey: string,
) {
  const metadata = { order_token: order.token, order_identifier: order.identifier }
  const options = { idempotencyKey }
  const card = { automatic_payment_methods: { enabled: true }, metadata, ...(customer ? { customer } : {}) }
  if (kind === 'setup') return stripe.setupIntents.create({ ...card, usage: 'off_session' }, options)
  return stripe.paymentIntents.create(
    {
      ...card,
      amount: payment.amountCents,
      currency: 'usd',
      ...(isHeld ? { capture_method: 'manual' as const } : {}),
      ...(keepsCard(payment.flow) ? { setup_future_usage: 'off_session' as const } : {}),
    },
    options,
  )
}
