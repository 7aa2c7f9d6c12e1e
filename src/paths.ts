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
  /** With that step open, once those before it are done. */
  checkoutStep: (orderToken: string, step: string) => `/checkout/${orderToken}?step=${step}`,
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
  tellEmail: () => '/v1/stripe_update_email',
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
  /** `goOnTo`: the page of ours to go on to once signed in. */
  signIn: (goOnTo?: string) => `/signin${goOnTo ? `?${new URLSearchParams({ redirect_url: goOnTo })}` : ''}`,
  signUp: (goOnTo?: string) => `/signup${goOnTo ? `?${new URLSearchParams({ redirect_url: goOnTo })}` : ''}`,
  forgotPassword: () => '/signin?c=reset',
  sendSignIn: () => '/v1/cc_signin/',
  signOut: () => '/v1/cc_signout/',
  createAccount: () => '/v1/create_account/',
  sendMagicLink: () => '/v1/send_email_login_link',
  magicLink: (secret: string) => `/magic-link/${secret}`,
  sendResetLink: () => '/v1/reset_password/',
  resetPassword: (secret: string) => `/reset-password/${secret}`,
  changePassword: (secret: string) => `/v1/change_password/${secret}`,
  /** `provider`: by its name in the address; `goOnTo` as in `signIn`. */
  signInWith: (provider: string, goOnTo?: string) =>
    `/auth/${provider}${goOnTo ? `?${new URLSearchParams({ redirect_url: goOnTo })}` : ''}`,
  signInWithDone: (provider: string) => `/auth/${provider}/callback`,
  /** `key`: of the receipt that somebody holds. */
  createPassword: (orderToken?: string, key?: string | null) =>
    `/create-password${orderToken && key ? `?${new URLSearchParams({ order: orderToken, key })}` : ''}`,
  confirmEmail: (secret: string) => `/confirm-email/${secret}`,
  account: () => '/account',
  /** A part of that page, by the id of its frame. */
  accountPart: (id: string) => `/account#${id}`,
  updateName: (userToken: string) => `/v1/update_user_full_name/${userToken}`,
  updateEmail: (userToken: string) => `/v1/update_user_email/${userToken}`,
  emailChange: () => '/account/email-change',
  changeEmail: (secret: string) => `/change-email/${secret}`,
  accountPassword: () => '/account/password',
  confirmationAgain: () => '/account/confirmation',
  accountSignInLink: () => '/account/sign-in-link',
  accountSessions: () => '/account/sessions',
  accountSession: (sessionToken: string) => `/account/sessions/${sessionToken}`,
  linkedSignIn: (identityToken: string) => `/account/linked/${identityToken}`,
  savedAddresses: () => '/account/addresses',
  savedAddress: (addressToken: string) => `/account/addresses/${addressToken}`,
  savedAddressDefault: (addressToken: string) => `/account/addresses/${addressToken}/default`,
  newCard: () => '/account/cards/new',
  /** The same page, on which the bank asks before a card is kept. */
  cardSetup: (setupToken: string) => `/account/cards/new?setup=${setupToken}`,
  addCard: () => '/v1/add_credit_card',
  makeCardDefault: (id: number) => `/v1/make_credit_card_default/${id}`,
  removeCard: (id: number) => `/v1/remove_credit_card/${id}`,
  closeAccount: () => '/account/close',
  accountData: () => '/account/data',
  changePreferences: (userToken: string) => `/v1/change_email_preferences/${userToken}`,
  /** `sealed`: of a link in a mail (src/accounts/preference-links.ts). */
  emailPreferences: (sealed: string) => `/email-preferences/${sealed}`,
  unsubscribe: (sealed: string) => `/unsubscribe/${sealed}`,
  dataRequest: () => '/privacy/personal-data-request',
  updatePersonalData: () => '/v1/update_personal_data',
  personalData: (secret: string) => `/privacy/personal-data/${secret}`,
  personalDataFile: (secret: string) => `/privacy/personal-data/${secret}/file`,
  dataRequests: () => '/staff/data-requests',
  decideDataRequest: (requestToken: string) => `/staff/data-requests/${requestToken}`,
  orders: () => '/account/orders',
  /** `key`: of the link in a guest's receipt. */
  order: (orderToken: string, key: string | null = null) =>
    `/account/orders/${orderToken}${key ? `?key=${key}` : ''}`,
  orderReceipt: (orderToken: string, key: string | null = null) =>
    `/account/orders/${orderToken}/receipt${key ? `?key=${key}` : ''}`,
  claimOrder: (orderToken: string) => `/account/orders/${orderToken}/claim`,
  buyAgain: (orderToken: string) => `/account/orders/${orderToken}/buy-again`,
  outbox: () => '/outbox',
  /** Demo and development only. */
  mails: () => '/dev/mails',
  mail: (name: string, form: 'html' | 'txt') => `/dev/mails/${name}.${form}`,
  behaviours: () => '/behaviours',
  behaviour: (name: string) => `/behaviours/${name}`,
  embeddedPaymentsScript: () => '/embedded-payments/stripe.js',
} as const
