import type { CheckoutProps, WireDate } from '#islands/checkout/props.ts'
import { addDays, assertDay, type Day, weekday } from '#src/day.ts'

const closed = (date: Day, reason: string, sentence: string): WireDate => ({
  date,
  ok: false,
  reason,
  sentence,
  ship_on: null,
  lock_at: null,
  shipping_cents: null,
  expedited: false,
})

const open = (date: Day, shippingCents = 1_495): WireDate => ({
  date,
  ok: true,
  reason: null,
  sentence: null,
  ship_on: addDays(date, -1),
  lock_at: '2026-11-20T22:00:00.000Z',
  shipping_cents: shippingCents,
  expedited: shippingCents > 1_495,
})

/** 45 days from Saturday, November 21: too-early days, Sundays, Thanksgiving, a full day and an expedited one. */
export const dates: WireDate[] = Array.from({ length: 45 }, (_, ahead) => {
  const date = addDays(assertDay('2026-11-21'), ahead)
  if (date < '2026-11-24') return closed(date, 'too_soon', `It's too late to order for ${date}.`)
  if (date === '2026-11-26')
    return closed(date, 'holiday', 'Thursday, November 26 is Thanksgiving, so there are no deliveries.')
  if (date === '2026-12-01') return closed(date, 'full', "We're fully booked for Tuesday, December 1.")
  if (weekday(date) === 0) return closed(date, 'sunday', 'No deliveries on Sundays.')
  return open(date, date === '2026-11-25' ? 2_695 : 1_495)
})

export const emptyAddress = { name: '', street1: '', street2: '', city: '', state: '', zip: '', phone: '' }

export const seattle = {
  name: 'Ana Alvarez',
  street1: '1912 Pike Pl',
  street2: '',
  city: 'Seattle',
  state: 'WA',
  zip: '98101',
  phone: '(206) 555-0100',
}

/** A guest who just arrived at checkout; a test overrides what it is about. */
export const propsOf = (over: Partial<CheckoutProps> = {}): CheckoutProps => ({
  orderToken: 'order-token',
  authenticityToken: 'page-token',
  normalizeEmail: null,
  storePhone: '(555) 010-0199',
  steps: ['email', 'address', 'date', 'payment'],
  step: 'email',
  email: '',
  delivery: emptyAddress,
  gift: null,
  canBeGift: true,
  answers: {},
  savedAddresses: [],
  savedCards: [],
  dates: [],
  arrivesOn: null,
  flow: 'alc-paid',
  period: null,
  totalCents: 11_945,
  giftCents: 0,
  problems: { email: null, address: null, date: null, payment: null },
  failure: null,
  payments: { publishableKey: 'pk_test', scriptUrl: null, embedded: true },
  urls: {
    checkout: '/checkout/order-token',
    email: '/v1/stripe_update_email',
    address: '/v1/stripe_update_address',
    suggestions: '/address-suggestions',
    dates: '/checkout/order-token/dates',
    arrivalDate: '/v1/subscriptions/update_arrival_date/order-token',
    summary: '/v1/checkout_summary?order_token=order-token',
    orderStatus: '/v1/checkout_standing/order-token',
    express: '/v1/stripe_validate_express_checkout_address',
    intent: '/v1/stripe_create_payment_intent',
    paymentStatus: '/v1/order/order-token/payment_status',
    validate: '/v1/stripe_validate_payment',
    savedCard: '/v1/pay_with_saved_card',
    confirmStripeless: '/v1/stripe_confirm_stripeless',
    paymentStatusPage: '/order/order-token/payment-status',
    confirmation: '/order/order-token/confirmation',
    cart: '/cart',
    changeBox: '/cart',
    terms: '/terms',
  },
  ...over,
})

export const atPayment = (over: Partial<CheckoutProps> = {}): CheckoutProps =>
  propsOf({
    step: 'payment',
    email: 'ana@example.com',
    delivery: seattle,
    dates,
    arrivesOn: assertDay('2026-11-24'),
    ...over,
  })
