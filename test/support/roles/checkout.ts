import { SEATTLE } from '../buying.ts'
import { SEATTLE_STEP } from '../delivery-step.ts'
import { atOpen, both, done, forOpen, type Line, open, orderPages, orders } from './lines.ts'

export const CHECKOUT: Record<string, Line> = {
  // An order's checkout.
  'GET startCheckout': {
    ...open(),
    expected: (who) => (who === 'owner' ? both(303) : [422, 303]),
  },
  'GET checkout': orderPages(both(200), atOpen()),
  'GET checkoutDates': orders(both(200), atOpen()),
  'GET checkoutSummary': orders(both(200), ({ tokens }) => ({ query: `order_token=${tokens.open}` })),
  'GET checkoutStatus': orders(both(200), atOpen()),
  'POST updateEmail': orders(done, forOpen({ email: 'eve@example.com' })),
  'POST updateAddress': orders(done, forOpen(SEATTLE)),
  'POST updateArrivalDate': orders(done, atOpen({ arrival_date: '2026-12-01' })),
  'GET verifyAddress': open(both(200), () => ({
    query: 'address_1=1912+Pike+Pl&city=Seattle&state=WA&postal_code=98101',
  })),
  'GET addressSuggestions': open(both(200), () => ({ query: 'q=1912+pike' })),
  'GET addressSuggestion': open(both(200), () => ({ params: { id: 'nothing' } })),
  'POST codes': orders(done, atOpen({ text_entered: 'DEMOGIFT50000000' })),
  'DELETE codes': orders(done, atOpen({ mark: 'SHIPFREE' })),
  'GET deliveryStep': orderPages(both(200), atOpen()),
  'POST updateShippingAddress': orders(done, atOpen(SEATTLE_STEP)),
  'POST recurring': orders(done, forOpen({ recurring: true })),
  'POST validateAddress': orders(
    done,
    forOpen({ delivery_postal_code: '98101', delivery_city: 'Seattle', delivery_state: 'WA' }),
  ),
  'POST createIntent': orders(both(200), forOpen()),
  // Nobody has this card; test/checkout/saved-cards.long.test.ts pays with one.
  'POST paySavedCard': orders(both(422), forOpen({ card_id: '999999' })),
  'POST validatePayment': orders(done, forOpen({ terms_of_service: true })),
  'POST confirmStripeless': orders(both(422), forOpen({ terms_of_service: true })),
  'POST confirmStripelessOrder': orders(both(422), atOpen({ terms_of_service: true })),
  'GET paymentStep': orderPages(both(200), atOpen()),
  'POST updatePayment': orders(
    done,
    atOpen({ stripeToken: 'tok_visa', same_as_shipping: 'true', terms_of_service: '1' }),
  ),
  'PUT orderReward': orders(done, ({ tokens }) => ({
    params: { orderToken: tokens.open },
    fields: { promotion_id: tokens.reward },
  })),
  'DELETE orderReward': orders([422, 303], atOpen({})),
}
