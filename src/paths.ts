/** The modals that a page may open, by their names in addresses and events. */
export type ModalName = 'capture_postal_code' | 'capture_email'

/** Every address that pages, mails and redirects of the shop link to, by name. */
export const paths = {
  home: () => '/',
  shop: (category?: string) => (category ? `/shop/${category}` : '/shop'),
  /** `exactly`: as it is typed, mistyped or not. */
  search: (query?: string, exactly = false) =>
    query ? `/search?${new URLSearchParams({ q: query, ...(exactly ? { exactly: '1' } : {}) })}` : '/search',
  autocomplete: (limit: number) => `/autocomplete?limit=${limit}`,
  product: (slug: string) => `/products/${slug}`,
  joinWaitList: (offerToken: string) => `/join_wait_list/${offerToken}`,
  waitList: () => '/v1/capture_to_wait_list/',
  waitListModal: (offerToken: string) => `/v1/add_to_wait_list_modal/${offerToken}`,
  modal: (name: ModalName) => `/modals/${name}`,
  cart: () => '/cart',
  miniCart: () => '/mini-cart',
  cartItem: (offerToken: string) => `/cart/items/${offerToken}`,
  postalCode: () => '/v1/update_postal_code',
  corporateGifting: () => '/corporate-gifting',
  askAboutGifting: () => '/v1/corporate_gifting_contact/',
  startCheckout: () => '/checkout',
  checkout: (orderToken: string) => `/checkout/${orderToken}`,
  checkoutFailed: (orderToken: string) => `/checkout/${orderToken}?payment=failed`,
  checkoutDates: (orderToken: string) => `/checkout/${orderToken}/dates`,
  checkoutSummary: (orderToken: string) => `/v1/checkout_summary?order_token=${orderToken}`,
  checkoutStanding: (orderToken: string) => `/v1/checkout_standing/${orderToken}`,
  paymentStatusPage: (orderToken: string) => `/order/${orderToken}/payment-status`,
  paymentStatus: (orderToken: string) => `/v1/order/${orderToken}/payment_status`,
  confirmation: (orderToken: string) => `/order/${orderToken}/confirmation`,
  paymentStep: (orderToken: string) => `/${orderToken}/payment`,
  /** The payment step, on which the bank asks the shopper before it pays. */
  paymentQuestion: (orderToken: string) => `/${orderToken}/payment?authenticate=true`,
  updatePayment: (orderToken: string) => `/v1/update_payment/${orderToken}`,
  updateEmail: () => '/v1/stripe_update_email',
  confirmStripeless: () => '/v1/stripe_confirm_stripeless',
  deliveryStep: (orderToken: string) => `/${orderToken}/delivery`,
  updateShippingAddress: (orderToken: string) => `/v1/update_shipping_address/${orderToken}`,
  /** Leads to `returnTo` after saving, else to the page that the link stands on. */
  changeDelivery: (orderToken: string, returnTo?: string) =>
    `/${orderToken}/delivery?change=true${returnTo ? `&return_to=${encodeURIComponent(returnTo)}` : ''}`,
  codes: (orderToken: string) => `/v1/apply_gift_and_promo_codes/${orderToken}`,
  recurring: () => '/v1/set_recurring_order',
  conversionLogged: (orderToken: string) => `/v1/set_google_analytics_conversion_at/${orderToken}`,
  rewards: () => '/rewards',
  orderReward: (orderToken: string) => `/cart/reward/${orderToken}`,
  addressSuggestions: () => '/address-suggestions',
  terms: () => '/terms',
  outbox: () => '/outbox',
  /** Demo and development only. */
  behaviours: () => '/behaviours',
  behaviour: (name: string) => `/behaviours/${name}`,
  embeddedPaymentsScript: () => '/embedded-payments/stripe.js',
} as const
