import type { Order } from '#db/schema/index.ts'
import type { PaymentStepProps } from '#views/checkout/payment-step-page.tsx'
import { itemsOf } from '../../orders/items.ts'
import { hasAddress, placeOf } from '../../orders/order-address.ts'
import { termsRequired } from '../../orders/rules.ts'
import { isOpen, isPlaced } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { flowOf } from '../../payments/flow.ts'
import { NO_PLACE } from '../../postal/place.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Services } from '../../services.ts'
import { paymentSettings } from '../payment-settings.ts'
import { periodToPayFor } from '../shown.ts'

export type PaymentPageState = Partial<Pick<PaymentStepProps, 'billing' | 'problem' | 'question'>>

/** The page this order needs instead; null when it can be paid here. */
export function requiredPage({ db }: Services, order: Order): string | null {
  if (isPlaced(order.state)) return paths.confirmation(order.token)
  if (!isOpen(order.state) || itemsOf(db, order.id).length === 0) return paths.cart()
  const isReady = hasAddress(order) && order.arrivalOn !== null
  return isReady ? null : paths.deliveryStep(order.token)
}

/** @throws for an order that `requiredPage` redirects */
export function paymentStepProps(
  services: Services,
  order: Order,
  pageState: PaymentPageState,
): PaymentStepProps {
  const { db, clock, config } = services
  const { email, arrivalOn } = order
  if (arrivalOn === null) throw new Error(`order ${order.id} is not ready to be paid`)
  const { totalCents, giftCents } = currentTotals(db, order, clock.now())
  return {
    orderToken: order.token,
    email,
    delivery: { name: order.deliveryName ?? '', ...placeOf(order) },
    phone: order.deliveryPhone ?? '',
    arrivesOn: arrivalOn,
    flow: flowOf(order, totalCents),
    period: periodToPayFor(order),
    totalCents,
    giftCents,
    termsRequired: termsRequired(order.deliveryState),
    billing: pageState.billing ?? { sameAsShipping: !order.giftOrder, fields: NO_PLACE, problem: null },
    problem: pageState.problem ?? null,
    payments: paymentSettings(services),
    question: pageState.question ?? null,
    storePhone: config.store.phone,
  }
}
