import type { Order } from '#db/schema/index.ts'
import type { PaymentStepProps } from '#views/checkout/payment-step-page.tsx'
import { itemsOf } from '../../orders/items.ts'
import { hasAddress, placeOf } from '../../orders/order-address.ts'
import { termsRequired } from '../../orders/rules.ts'
import { isOpen, isPlaced } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { thanksPath } from '../../payments/after-payment.ts'
import { flowOf } from '../../payments/flow.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Services } from '../../services.ts'
import { paymentSettings } from '../payment-settings.ts'
import type { BillingFields } from './billing.ts'

/** What the page shows beside what is saved: the bill as it was typed, what was wrong, what the bank asks. */
export type PaymentStepShown = Partial<Pick<PaymentStepProps, 'billing' | 'problem' | 'question'>>

/** Where an order has to go first that cannot be paid on this page (yet); null when it can. */
export function elsewhere({ db }: Services, order: Order): string | null {
  if (isPlaced(order.state)) return thanksPath(order)
  if (!isOpen(order.state) || itemsOf(db, order.id).length === 0) return paths.cart()
  const isReady = hasAddress(order) && order.arrivalOn !== null
  return isReady ? null : paths.deliveryStep(order.token)
}

/** @throws for an order that belongs elsewhere */
export function paymentStepProps(
  services: Services,
  order: Order,
  shown: PaymentStepShown,
): PaymentStepProps {
  const { db, clock, config } = services
  const { email, arrivalOn } = order
  if (arrivalOn === null) throw new Error(`order ${order.id} is not ready to be paid`)
  const { totalCents } = currentTotals(db, order, clock.now())
  return {
    orderToken: order.token,
    email,
    delivery: { name: order.deliveryName ?? '', ...placeOf(order) },
    phone: order.deliveryPhone ?? '',
    arrivesOn: arrivalOn,
    flow: flowOf(order, totalCents),
    totalCents,
    termsRequired: termsRequired(order.deliveryState),
    billing: shown.billing ?? { sameAsShipping: true, fields: NOWHERE, problem: null },
    problem: shown.problem ?? null,
    payments: paymentSettings(services),
    question: shown.question ?? null,
    storePhone: config.store.phone,
  }
}

const NOWHERE: BillingFields = { street1: '', street2: '', city: '', state: '', zip: '' }
