import { SEATTLE } from '../buying.ts'
import { SEATTLE_STEP } from '../delivery-step.ts'
import { atOpen, both, done, forOpen, type Line, open, orderPages, orders } from './lines.ts'

export const CHECKOUT: Record<string, Line> = {
  // The checkout of an order.
  'GET /checkout': {
    ...open(),
    expected: (who) => (who === 'owner' ? both(303) : [422, 303]),
  },
  'GET /checkout/:orderToken': orderPages(both(200), atOpen()),
  'GET /checkout/:orderToken/dates': orders(both(200), atOpen()),
  'GET /v1/checkout_summary': orders(both(200), ({ tokens }) => ({ query: `order_token=${tokens.open}` })),
  'GET /v1/checkout_standing/:orderToken': orders(both(200), atOpen()),
  'POST /v1/stripe_update_email': orders(done, forOpen({ email: 'eve@example.com' })),
  'POST /v1/stripe_update_address': orders(done, forOpen(SEATTLE)),
  'POST /v1/subscriptions/update_arrival_date/:orderToken': orders(
    done,
    atOpen({ arrival_date: '2026-12-01' }),
  ),
  'GET /v1/addresses/verify': open(both(200), () => ({
    query: 'address_1=1912+Pike+Pl&city=Seattle&state=WA&postal_code=98101',
  })),
  'GET /address-suggestions': open(both(200), () => ({ query: 'q=1912+pike' })),
  'GET /address-suggestions/:id': open(both(200), () => ({ params: { id: 'nothing' } })),
  'POST /v1/apply_gift_and_promo_codes/:orderToken': orders(
    done,
    atOpen({ text_entered: 'DEMOGIFT50000000' }),
  ),
  'DELETE /v1/apply_gift_and_promo_codes/:orderToken': orders(done, atOpen({ mark: 'SHIPFREE' })),
  'GET /:orderToken/delivery': orderPages(both(200), atOpen()),
  'POST /v1/update_shipping_address/:orderToken': orders(done, atOpen(SEATTLE_STEP)),
  'POST /v1/set_recurring_order': orders(done, forOpen({ recurring: true })),
  'POST /v1/stripe_validate_express_checkout_address': orders(
    done,
    forOpen({ delivery_postal_code: '98101', delivery_city: 'Seattle', delivery_state: 'WA' }),
  ),
  'POST /v1/stripe_create_payment_intent': orders(both(200), forOpen()),
  'POST /v1/stripe_validate_payment': orders(done, forOpen({ terms_of_service: true })),
  'POST /v1/stripe_confirm_stripeless': orders(both(422), forOpen({ terms_of_service: true })),
  'POST /v1/stripe_confirm_stripeless/:orderToken': orders(both(422), atOpen({ terms_of_service: true })),
  'GET /:orderToken{[0-9A-Za-z]{22}}/payment': orderPages(both(200), atOpen()),
  'POST /v1/update_payment/:orderToken': orders(
    done,
    atOpen({ stripeToken: 'tok_visa', same_as_shipping: 'true', terms_of_service: '1' }),
  ),
  'PUT /cart/reward/:orderToken': orders(done, ({ tokens }) => ({
    params: { orderToken: tokens.open },
    fields: { promotion_id: tokens.reward },
  })),
  'DELETE /cart/reward/:orderToken': orders([422, 303], atOpen({})),
}
