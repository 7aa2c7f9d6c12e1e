import { Hono } from 'hono'
import { z } from 'zod'
import { centerFor } from '../../delivery/postal-zones.ts'
import { refuseClosedOrder } from '../../orders/closed-order.ts'
import { shownAddressOf } from '../../orders/order-address.ts'
import { byOrder, ownOrder } from '../../orders/own-order.ts'
import { paths } from '../../paths.ts'
import { flowOf } from '../../payments/flow.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { line, readFields } from '../../web/fields.ts'
import { byNetwork, rateLimit } from '../../web/rate-limit.ts'
import { reply } from '../../web/respond.ts'
import type { AddressRefusal } from '../address-question.ts'
import { deliveryRates } from '../delivery-rates.ts'
import { ADDRESS_LABELS } from '../schemas.ts'
import { periodToPayFor } from '../shown.ts'
import { toLineItems, toWireRefusal } from '../wire.ts'
import { quoteWalletPlace } from './express.ts'

export const expressRoutes = new Hono<AppEnv>()

const PlaceFields = z
  .object({ delivery_postal_code: line(10), delivery_city: line(80), delivery_state: line(30) })
  .transform((wire) => ({
    city: wire.delivery_city,
    state: wire.delivery_state,
    // Some wallets send ZIP+4.
    zip: wire.delivery_postal_code.replace(/^(\d{5})-\d{4}$/, '$1'),
  }))

/** A wallet asks again for each address the shopper tries; 30 a minute is more than anyone tries. */
const placesLimit = () =>
  rateLimit({ points: 30, seconds: 60, by: byOrder }, { points: 300, seconds: 3600, by: byNetwork })

expressRoutes.post(
  paths.validateAddress.pattern,
  placesLimit(),
  ownOrder(async (c, order) => {
    const { services, visitor, body } = c.var
    const { db, clock } = services
    const read = readFields(PlaceFields, body, ADDRESS_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)

    const shownFcId = centerFor(db, visitor.postalCode)
    const quote = await quoteWalletPlace(db, {
      orderId: order.id,
      place: read.value,
      shownFcId,
      now: clock.now(),
    })
    if ('reason' in quote) return refuseClosedOrder(c, order)
    if (!quote.ok) return reply(c, 422, toExpressRefusal(quote.refusal), checkoutPath(order.token))
    const { rates, totals } = quote
    const priced = { shipping_rates: rates, line_items: toLineItems(totals), total_cents: totals.totalCents }
    return reply(c, 200, priced, checkoutPath(order.token))
  }),
)

/** The page's script reads this again after a change elsewhere: a code, a frequency, another tab. */
expressRoutes.get(
  paths.checkoutStatus.pattern,
  ownOrder((c, order) => {
    const { db, clock } = c.var.services
    const totals = currentTotals(db, order, clock.now())
    return c.json({
      flow: flowOf(order, totals.totalCents),
      total_cents: totals.totalCents,
      gift_cents: totals.giftCents,
      arrives_on: order.arrivalOn,
      renew_period_type: periodToPayFor(order),
      delivery: shownAddressOf(order),
      line_items: toLineItems(totals),
      shipping_rates: deliveryRates(db, order, clock.now()),
    })
  }),
)

/** A refusal without a type gets the reason that fails the wallet. */
function toExpressRefusal(refusal: AddressRefusal) {
  return { error_type: 'invalid_shipping_address', ...toWireRefusal(refusal) }
}

const checkoutPath = (orderToken: string) => ({ path: paths.checkout(orderToken) })
