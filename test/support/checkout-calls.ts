import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, rewards, users } from '#db/schema/index.ts'
import { offerToken, SEATTLE } from './buying.ts'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { Shopper } from './shopper.ts'

/** One request that a checkout or cart page, stale or not, may make for an order. */
export type CheckoutCall = {
  /** As the app lists it. */
  route: string
  fields?: (db: Db) => Record<string, unknown>
  /** Whether the order shows the change afterward. */
  did?: (after: OrderSnapshot, before: OrderSnapshot) => boolean
  /** Reserves the order for payment, even if it's refused afterward; a refusal may also undo the reservation. */
  prepares?: true
  /** The status on an order that is still only a cart, without email or address; 200 by default. */
  early?: 204 | 422
  /** The status on an order that's no longer open, if it isn't 409. */
  late?: (order: Order) => number
}

const { mobile_phone_number, ...street } = SEATTLE
const CODES = 'POST /v1/apply_gift_and_promo_codes/:orderToken'
const CODES_OFF = 'DELETE /v1/apply_gift_and_promo_codes/:orderToken'
const DELIVERY = 'POST /v1/update_shipping_address/:orderToken'
const delivery = (name: string) => ({
  ...street,
  delivery_name: name,
  delivery_phone_number: mobile_phone_number,
})

/** A paid box's delivery address can be corrected until packing starts. */
const mendable = ({ state }: Order) => (state === 'paid' ? 200 : 409)

/** A placed box moves only after a confirmation; a move to the day it already has is refused. */
const askedFirst = ({ state, arrivalOn }: Order) =>
  state !== 'paid' ? 409 : arrivalOn === '2026-12-02' ? 422 : 200

/**
 * Every call that can change an order, once per effect. `test/long/checkout/pairs.test.ts` fails if the app has a route
 * that is neither here nor in `ELSEWHERE`.
 */
export const CHECKOUT_CALLS: Record<string, CheckoutCall> = {
  'another email': {
    route: 'POST /v1/stripe_update_email',
    fields: () => ({ email: 'another@example.com' }),
    did: ({ order }) => order.email === 'another@example.com',
  },
  'another address': {
    route: 'POST /v1/stripe_update_address',
    fields: () => ({ ...SEATTLE, delivery_name: 'Ben Whitcomb' }),
    did: ({ order }) => order.deliveryName === 'Ben Whitcomb' && order.state === 'addressed',
  },
  'the delivery page': {
    route: DELIVERY,
    fields: () => ({ ...delivery('Cora Whitcomb'), gift_order: false }),
    did: ({ order }) => order.deliveryName === 'Cora Whitcomb' && !order.giftOrder,
    late: mendable,
  },
  'a gift': {
    route: DELIVERY,
    fields: () => ({ ...delivery('Dora Whitcomb'), gift_order: true, gift_info: { recipient_name: 'Dora' } }),
    did: ({ order }) => order.giftOrder && !order.recurring && order.renewPeriodType === null,
    late: mendable,
  },
  "a wallet's place": {
    route: 'POST /v1/stripe_validate_express_checkout_address',
    fields: () => ({ delivery_postal_code: '98101', delivery_city: 'Seattle', delivery_state: 'WA' }),
    did: ({ order }) => order.deliveryPostalCode === '98101',
  },
  'another day': {
    route: 'POST /v1/subscriptions/update_arrival_date/:orderToken',
    fields: () => ({ arrival_date: '2026-12-02' }),
    did: ({ order }) => order.arrivalOn === '2026-12-02',
    early: 422,
    late: askedFirst,
  },
  recurring: {
    route: 'POST /v1/set_recurring_order',
    fields: () => ({ recurring: true, renew_period_type: 'two_weeks' }),
    did: ({ order }) => order.recurring && order.renewPeriodType === 'two_weeks',
  },
  'recurring at another rhythm': {
    route: 'POST /v1/set_recurring_order',
    fields: () => ({ recurring: true, renew_period_type: 'eight_weeks' }),
    did: ({ order }) => order.recurring && order.renewPeriodType === 'eight_weeks',
  },
  'one time': {
    route: 'POST /v1/set_recurring_order',
    fields: () => ({ recurring: false }),
    did: ({ order }) => !order.recurring && order.renewPeriodType === null,
  },
  'a promotion': {
    route: CODES,
    fields: () => ({ text_entered: 'ONCE' }),
    did: ({ promotions }) => promotions.length === 1,
  },
  'no promotion': {
    route: CODES_OFF,
    fields: () => ({ mark: 'ONCE' }),
    did: ({ promotions }) => promotions.length === 0,
    early: 422,
  },
  'a gift card': {
    route: CODES,
    fields: () => ({ text_entered: 'DEMOGIFT50000000' }),
    did: ({ giftCards }) => giftCards.length === 1,
  },
  'a reward': {
    route: 'PUT /cart/reward/:orderToken',
    fields: (db) => ({ promotion_id: valueReward(db) }),
    did: ({ rewards }) => rewards.length === 1,
  },
  'no reward': {
    route: 'DELETE /cart/reward/:orderToken',
    did: ({ rewards }) => rewards.length === 0,
    early: 422,
  },
  'one more thing': {
    route: 'POST /cart/items/:offerToken',
    fields: () => ({ quantity: 1 }),
    did: ({ lines }, before) => units(lines) === units(before.lines) + 1,
    late: () => 200, // starts a new cart
  },
  'two of them': {
    route: 'PUT /cart/items/:offerToken',
    fields: () => ({ quantity: 2 }),
    did: ({ lines }) => lines.some(({ quantity }) => quantity === 2),
    late: () => 200,
  },
  'none of them': {
    route: 'DELETE /cart/items/:offerToken',
    did: ({ lines }) => lines.length === 1,
    late: () => 200,
  },
  'an intent': {
    route: 'POST /v1/stripe_create_payment_intent',
    did: ({ order, totalCents, openPayments }) =>
      openPayments.length === 1 &&
      openPayments[0]?.amount_cents === totalCents &&
      openPayments[0].flow === `${order.recurring ? 'sub' : 'alc'}-paid`,
  },
  'everything checked': {
    route: 'POST /v1/stripe_validate_payment',
    did: ({ order, totalCents }) => order.state === 'payment_pending' && order.totalCents === totalCents,
    prepares: true,
    early: 422,
  },
  'placed for nothing': {
    route: 'POST /v1/stripe_confirm_stripeless',
    did: () => false, // there is an amount to pay
    prepares: true,
    early: 422,
    late: ({ state }) => (state === 'expired' ? 422 : 409), // it was paid by card
  },
  'a declined card': {
    route: 'POST /v1/update_payment/:orderToken',
    fields: () => ({ stripeToken: 'tok_chargeDeclined', same_as_shipping: true }),
    did: () => false,
    prepares: true,
    early: 422,
  },
  "somebody else's saved card": {
    route: 'POST /v1/pay_with_saved_card',
    fields: () => ({ card_id: '999999' }),
    did: () => false,
    early: 422,
  },
  'the purchase counted': {
    route: 'POST /v1/set_google_analytics_conversion_at/:orderToken',
    did: ({ order }) => order.conversionLoggedAt === null,
    early: 204,
    late: () => 204,
  },
}

/** Account calls: `roles/` proves who may use and see them, and `test/accounts/` covers joining. */
const ACCOUNT_CALLS = [
  'POST /account/addresses',
  'PUT /account/addresses/:addressToken',
  'DELETE /account/addresses/:addressToken',
  'POST /account/addresses/:addressToken/default',
  'POST /account/close',
  'POST /account/confirmation',
  'DELETE /account/email-change',
  'DELETE /account/linked/:identityToken',
  'POST /account/orders/:orderToken/buy-again',
  'POST /account/orders/:orderToken/claim',
  'POST /account/password',
  'DELETE /account/sessions',
  'DELETE /account/sessions/:sessionToken',
  'POST /account/sign-in-link',
  'POST /change-email/:secret',
  'POST /confirm-email/:secret',
  'POST /magic-link/:secret',
  'POST /privacy/personal-data/:secret',
  'POST /staff/data-requests/:requestToken',
  'POST /v1/add_credit_card',
  'POST /v1/cc_signin',
  'POST /v1/cc_signout',
  'POST /v1/change_email_preferences/:userToken',
  'POST /v1/change_password/:secret',
  'POST /v1/create_account',
  'POST /v1/make_credit_card_default/:id',
  'POST /v1/remove_credit_card/:id',
  'POST /v1/reset_password',
  'POST /v1/send_email_login_link',
  'POST /v1/turn_off_sms_notifications/:userToken',
  'POST /v1/turn_off_sms_notifications_for_order/:orderToken',
  'POST /v1/turn_on_sms_notifications/:userToken',
  'POST /v1/turn_on_sms_notifications_for_order/:orderToken',
  'POST /v1/confirm_sms_code',
  'POST /v1/update_personal_data',
  'POST /v1/update_user_email/:userToken',
  'POST /v1/update_user_full_name/:userToken',
]

/** The app's other writes, which change no order in checkout. */
export const ELSEWHERE = [
  ...ACCOUNT_CALLS,
  'POST /v1/capture_to_wait_list',
  'POST /vendor/:farm/inventory/:offerToken/incoming', // of offers, no matter whose cart they're in
  'POST /vendor/:farm/inventory/:offerToken/price',
  'POST /vendor/:farm/deliveries/:deliveryId', // a farm's deliveries
  'POST /vendor/:farm/inventory/:offerToken/pause',
  'POST /vendor/:farm/inventory/:offerToken/resume',
  'POST /back-in-stock/:entryKey', // adds to the cart, as the cart's own call does
  'POST /v1/corporate_gifting_contact',
  'POST /gift-cards/balance', // writes nothing
  'POST /gift-cards', // cart lines: test/gift-cards has the rules
  'POST /v1/add_gift_card_to_cart',
  'DELETE /cart/gift-cards/:boughtToken',
  'POST /gift-cards/cash', // a request to staff
  'POST /account/orders/:orderToken/gift-cards/:boughtToken/send', // of a placed order
  'POST /account/orders/:orderToken/gift-cards/:boughtToken/return',
  'POST /cart/bundles/:handle', // cart lines, in units and cents: test/cart/bundles.long.test.ts has the rules
  'PUT /cart/bundles/:lineToken',
  'DELETE /cart/bundles/:lineToken',
  'POST /passport-link', // of delivered orders
  'DELETE /passport-link',
  'POST /ratings/:vendor/:cut',
  'POST /ratings/:vendor/:cut/:score',
  'POST /v1/set_user_vendor_cut_rating_notes/:userToken/:vendor/:cut',
  'POST /passport/:vendor/:cut/review',
  'DELETE /passport/:vendor/:cut/review',
  'POST /reviews/:reviewToken/report',
  'POST /vendor/:farm/reviews/:reviewToken',
  'POST /staff/reviews/:reviewId',
  'POST /ahoy/visits', // visit tracking
  'POST /ahoy/events',
  'POST /v1/events',
  'POST /staff/exports/:handle', // read-only
  'POST /staff/orders.csv',
  'POST /staff/customers.csv',
  'POST /privacy/choice',
  'POST /v1/referrals', // an email to a friend
  'POST /v1/update_postal_code',
  'POST /v1/update_zipcode',
  'POST /account/orders/:orderToken/end-agreement', // of a placed order, and only its later boxes
  'POST /account/orders/:orderToken/edit', // of a placed order
  'POST /account/orders/:orderToken/edit/payment',
  'DELETE /account/orders/:orderToken/edit/payment',
  'POST /account/orders/:orderToken/cancel', // of a placed order, out of checkout's reach
  'POST /account/orders/:orderToken/receipt', // an email, no change
  'POST /account/orders/:orderToken/claims', // of a delivered order
  'POST /staff/catalog/offers/:offerToken', // prices and texts, never an order: test/staff/catalog
  'POST /staff/catalog/offers/:offerToken/details',
  'POST /staff/catalog/offers/:offerToken/pause',
  'POST /staff/catalog/prices/:changeId/withdraw',
  'POST /staff/price_proposals/:proposalId/accept',
  'POST /staff/price_proposals/:proposalId/refuse',
  'POST /staff/catalog/bundles', // carts and orders keep what they hold
  'POST /staff/catalog/bundles/:handle',
  'POST /staff/catalog/farms',
  'POST /staff/catalog/farms/:farm/varieties',
  'POST /staff/catalog/varieties/:varietySlug/offers',
  'POST /staff/catalog/offers/:offerToken/stock',
  'POST /staff/catalog/import',
  'POST /staff/catalog/import/:fileHash',
  'POST /staff/catalog/bulk',
  'POST /staff/catalog/bulk_edits/:editToken/undo',
  'POST /staff/catalog/farms/:farm',
  'POST /staff/catalog/farms/:farm/pictures',
  'POST /staff/catalog/farms/:farm/pictures/:uploadHash',
  'POST /staff/catalog/varieties/:varietySlug/pictures',
  'POST /staff/catalog/varieties/:varietySlug/pictures/:uploadHash',
  'POST /staff/catalog/varieties/:varietySlug',
  'POST /staff/promotions', // terms, not what an order holds: test/staff/promotions.long.test.ts
  'POST /staff/promotions/:promotionId',
  'POST /staff/promotions/:promotionId/stop',
  'POST /staff/promotions/gift_cards',
  'POST /staff/promotions/gift_cards/:cardId/freeze',
  'POST /staff/promotions/rewards',
  'POST /staff/promotions/rewards/:rewardId/end',
  // Drafts, which no checkout shows: test/staff/drafts
  'POST /staff/drafts',
  'POST /staff/orders',
  'POST /staff/drafts/:orderToken',
  'POST /staff/drafts/:orderToken/delivery',
  'POST /staff/drafts/:orderToken/date',
  'POST /staff/drafts/:orderToken/code',
  'POST /staff/drafts/:orderToken/price',
  'POST /staff/drafts/:orderToken/link',
  'POST /staff/drafts/:orderToken/revoke',
  'POST /staff/drafts/:orderToken/drop',
  // Corporate gifts and the drafts they start from: test/staff/corporate-gifts
  'POST /staff/drafts/:orderToken/many',
  'POST /staff/gifting/:giftToken',
  'POST /staff/gifting/:giftToken/remove_refused',
  'POST /staff/gifting/:giftToken/quote',
  'POST /staff/gifting/:giftToken/take_back',
  'POST /staff/gifting/:giftToken/try_again',
  'POST /staff/gifting/:giftToken/move',
  'POST /staff/gifting/:giftToken/return',
  'POST /staff/drafts/:orderToken/charge',
  // Placed orders, out of checkout's reach: test/staff/orders
  'POST /staff/orders/:orderToken/notes',
  'POST /staff/orders/:orderToken/resend',
  'POST /staff/orders/:orderToken/refund',
  'POST /staff/orders/:orderToken/cancel',
  'POST /staff/orders/:orderToken/release',
  'POST /staff/orders/:orderToken/reship',
  'POST /staff/orders/:orderToken/move',
  'POST /staff/orders/:orderToken/edit',
  // Accounts: test/staff/people.long.test.ts, test/staff/customers.long.test.ts and
  // test/sign-in/second-factor.long.test.ts
  'POST /staff/people',
  'POST /staff/people/invitations/:invitationToken/withdraw',
  'POST /staff/second_factor',
  'POST /staff/people/:userToken/remove',
  'POST /staff/people/:userToken/reset_factor',
  'POST /staff/customers/:userToken/notes',
  'POST /staff/customers/:userToken/sign_out',
  'POST /staff/customers/:userToken/merge',
  'POST /staff/customers/:userToken/credit',
  'POST /staff/customers/:userToken/credit/:creditToken',
  'POST /invitations/:secret',
  'POST /signin/second-step',
  'POST /account/second-factor/app',
  'POST /account/second-factor/recovery-codes',
  'POST /account/second-factor/remove',
  'POST /staff/settings/:group', // a checkout keeps what it promised: test/staff/settings.long.test.ts
  'POST /staff/claims/:claimId',
  'POST /staff/claims/:claimId/charge',
  'POST /staff/farms/:slug/terms',
  'POST /staff/statements/:slug/:period/close',
  'POST /staff/statements/:slug/:period/payouts',
  'POST /staff/statements/:slug/:period/payouts/:payoutId/take_back',
  'POST /staff/flags/:flagId/assign',
  'POST /staff/flags/:flagId/resolve',
  'POST /fulfillment/:center/orders/export', // of placed orders, out of checkout's reach
  'POST /fulfillment/:center/packing_waves/:waveId/files',
  'POST /fulfillment/:center/packing_waves/:waveId/scan',
  'POST /fulfillment/:center/packing_waves/:waveId/unscan',
  'POST /fulfillment/:center/packing_waves/:waveId/weigh',
  'POST /fulfillment/:center/packing_waves/:waveId/short',
  'POST /fulfillment/:center/packing_waves/:waveId/packed',
  'POST /fulfillment/:center/packing_waves/:waveId/shipped',
  'POST /fulfillment/:center/packing_waves/:waveId/remove',
  'POST /fulfillment/:center/packing_waves/:waveId/void',
  'POST /fulfillment/:center/packing_waves/:waveId/boxes/:orderToken/packaging',
  'POST /fulfillment/:center/packing_waves/:waveId/labels',
  'POST /fulfillment/:center/packing_waves/:waveId/labels/void',
  'POST /fulfillment/:center/manifests',
  'POST /fulfillment/:center/inventory/:offerToken/adjust',
  'POST /fulfillment/:center/inventory/:offerToken/shelf',
  'POST /fulfillment/:center/recalls/:recallId/case',
  'POST /fulfillment/:center/recalls/:recallId/called',
  'POST /fulfillment/:center/weather_alerts', // of placed orders, as are the next two
  'POST /fulfillment/:center/weather_alerts/:alertId',
  'POST /fulfillment/:center/weather_alerts/:alertId/clear',
  'POST /v1/subscriptions/:membershipToken/pause', // memberships, whose orders are placed
  'POST /v1/subscriptions/:membershipToken/resume',
  'POST /v1/subscriptions/:membershipToken/cancel',
  'POST /v1/subscriptions/:membershipToken/undo_cancel',
  'POST /v1/subscriptions/:membershipToken/frequency',
  'POST /v1/subscriptions/:membershipToken/preferences',
  'POST /v1/subscriptions/:membershipToken/card',
  'POST /account/agreements/:id/end', // of consents to texts
  'POST /v1/subscriptions/upgrade_order/:orderToken', // of a placed order, and only its later boxes
  'POST /v1/subscriptions/skip_box/:orderToken', // a membership's boxes, which aren't carts
  'POST /v1/subscriptions/unskip_box/:orderToken',
  'POST /v1/subscriptions/box_item/:orderToken',
  'POST /v1/subscriptions/free_item/:orderToken',
  'POST /order/:orderToken/pay-for-box',
  'POST /order/:orderToken/pay',
  'POST /v1/post_survey_response/:orderToken',
  'POST /weather-alerts/:holdId/answer',
  'POST /v1/toggle_ignore_weather_alerts/:holdId',
  'POST /fulfillment/:center/receiving',
  'POST /fulfillment/:center/recalls',
  'POST /fulfillment/:center/recalls/:recallId',
  'POST /fulfillment/:center/recalls/:recallId/send',
  'POST /fulfillment/:center/receiving/:deliveryId/check_in',
  'POST /fulfillment/:center/calendar', // never below what is booked or being paid for
  'POST /jobs/:jobId/cancel',
  'POST /v1/stripe_confirm_stripeless/:orderToken', // the same call with its token in the URL
]

/** Makes the call as an order's page does. */
export function ask(shopper: Shopper, db: Db, call: CheckoutCall, order_token: string): Promise<Response> {
  const [method = '', path = ''] = call.route.split(' ')
  const address = path
    .replace(':orderToken', order_token)
    .replace(':offerToken', offerToken(db, 'whole-chicken'))
  return shopper.call(method, address, { order_token, ...call.fields?.(db) })
}

/** The demo shopper's reward that takes an amount off any box. */
function valueReward(db: Db): string {
  const found = db
    .select({ token: rewards.token })
    .from(rewards)
    .innerJoin(users, eq(users.id, rewards.userId))
    .where(and(eq(users.email, 'shopper@example.com'), eq(rewards.amountCents, 1_000)))
    .get()
  return found?.token ?? ''
}

const units = (lines: OrderSnapshot['lines']) => lines.reduce((sum, line) => sum + Number(line.quantity), 0)
