import { quickly, type Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import type { DeliveryFields } from '../delivery/rules.ts'
import { changeableOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Verification } from '../postal/place.ts'
import type { Services } from '../services.ts'
import type { Visitor } from '../web/env.ts'
import { applyAddress, askVerifier } from './address.ts'
import { saveEmail } from './email.ts'
import { defaultDelivery } from './saved-address.ts'

type Details = {
  email: string
  /** Null when the order has an address, or the account has no default. */
  address: { typed: DeliveryFields; verification: Verification; shownFcId: number | null } | null
}

/**
 * Fills in what the order lacks from its account: the email, and the default address. An address that raises a
 * question stays in the form for the shopper to answer.
 * @returns the order as it is now
 */
export async function fillFromAccount(services: Services, visitor: Visitor, order: Order): Promise<Order> {
  const { db, clock } = services
  const { user } = visitor
  const typed = lacksAddress(order) ? defaultDelivery(db, user) : null
  if (!user || (order.email && !typed)) return order
  const address = typed && {
    typed,
    verification: await askVerifier(services, typed),
    shownFcId: order.fcId ?? centerFor(db, visitor.postalCode),
  }
  await quickly(db, (tx) => fill(tx, order.id, { email: user.email, address }, clock.now()))
  return orderById(db, order.id)
}

function fill(tx: Tx, orderId: number, { email, address }: Details, now: Instant) {
  const open = changeableOrder(tx, orderId, now)
  if (!open.ok) return
  if (!open.order.email) saveEmail(tx, open.order, email, now)
  const order = orderById(tx, orderId)
  if (address && lacksAddress(order)) applyAddress(tx, order, { ...address, order, accepted: NOTHING, now })
}

const lacksAddress = (order: Order) => order.deliveryStreet1 === null

const NOTHING = { addressConfirmation: null, postalCodeDelay: false, centerChange: null }
