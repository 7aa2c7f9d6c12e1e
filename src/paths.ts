import { analyticsPaths } from './analytics-paths.ts'
import { backOfficePaths } from './back-office-paths.ts'
import { cartPaths } from './cart-paths.ts'
import { farmPaths } from './farm-paths.ts'
import { giftCardPaths } from './gift-card-paths.ts'
import { membershipPaths } from './membership-paths.ts'
import { passportPaths } from './passport-paths.ts'
import { route } from './route.ts'
import { staffPaths } from './staff-paths.ts'

export type ModalName = 'capture_postal_code' | 'capture_email'

const part = (id: string) => (): string => paths.accountPart(id)

/** For routes, links, `npm run routes` and permission tests. `formPage` is where reloading a refused form leads. */
export const paths = {
  // Shop
  home: route('GET', '/'),
  shop: route('GET', '/shop'),
  category: route('GET', '/shop/:category'),
  search: route('GET', '/search'),
  autocomplete: route('GET', '/autocomplete'),
  earlyAccess: route('GET', '/early-access'),
  product: route('GET', '/products/:slug'),
  weights: route('GET', '/products/:slug/weights'),
  waitListPage: route('GET', '/join_wait_list/:offerToken'),
  waitListModal: route('GET', '/v1/add_to_wait_list_modal/:offerToken'),
  waitList: route('POST', '/v1/capture_to_wait_list', { slash: true, formPage: (): string => paths.shop() }),
  backInStock: route('GET POST', '/back-in-stock/:entryKey'),
  leaveWaitList: route('GET POST', '/unsubscribe/wait-list/:entryKey'),
  modal: route('GET', '/modals/:name'),
  postalCode: route('POST', '/v1/update_postal_code', { formPage: (): string => paths.home() }),
  zipCode: route('POST', '/v1/update_zipcode', { formPage: (): string => paths.home() }),
  terms: route('GET', '/terms'),
  privacy: route('GET', '/privacy'),
  about: route('GET', '/about'),
  howItWorks: route('GET', '/how-it-works'),
  faq: route('GET', '/faq'),
  shipping: route('GET', '/shipping'),
  contact: route('GET', '/contact'),
  accessibility: route('GET', '/accessibility'),
  theme: route('GET', '/look/colors/:version'),
  ...farmPaths,
  robots: route('GET', '/robots.txt'),
  sitemap: route('GET', '/sitemap.xml'),
  favicon: route('GET', '/favicon.ico'),

  // Cart
  ...cartPaths,

  // Checkout
  startCheckout: route('GET', '/checkout'),
  checkout: route('GET', '/checkout/:orderToken'),
  checkoutDates: route('GET', '/checkout/:orderToken/dates'),
  checkoutSummary: route('GET', '/v1/checkout_summary'),
  checkoutStatus: route('GET', '/v1/checkout_standing/:orderToken'),
  updateEmail: route('POST', '/v1/stripe_update_email', { formPage: (): string => paths.startCheckout() }),
  updateAddress: route('POST', '/v1/stripe_update_address', {
    formPage: (): string => paths.startCheckout(),
  }),
  updateArrivalDate: route('POST', '/v1/subscriptions/update_arrival_date/:orderToken', {
    formPage: ({ orderToken = '' }, key): string =>
      key ? paths.order(orderToken) : paths.checkout(orderToken),
  }),
  recurring: route('POST', '/v1/set_recurring_order', { formPage: (): string => paths.startCheckout() }),
  codes: route('POST DELETE', '/v1/apply_gift_and_promo_codes/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.checkout(orderToken),
  }),
  validateAddress: route('POST', '/v1/stripe_validate_express_checkout_address'),
  createIntent: route('POST', '/v1/stripe_create_payment_intent'),
  paySavedCard: route('POST', '/v1/pay_with_saved_card', { formPage: (): string => paths.startCheckout() }),
  validatePayment: route('POST', '/v1/stripe_validate_payment'),
  confirmStripeless: route('POST', '/v1/stripe_confirm_stripeless', {
    formPage: (): string => paths.startCheckout(),
  }),
  confirmStripelessOrder: route('POST', '/v1/stripe_confirm_stripeless/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.checkout(orderToken),
  }),
  verifyAddress: route('GET', '/v1/addresses/verify'),
  addressSuggestions: route('GET', '/address-suggestions'),
  addressSuggestion: route('GET', '/address-suggestions/:id'),
  // The older checkout
  deliveryStep: route('GET', '/:orderToken/delivery'),
  updateShippingAddress: route('POST', '/v1/update_shipping_address/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.deliveryStep(orderToken),
  }),
  paymentStep: route('GET', '/:orderToken{[0-9A-Za-z]{22}}/payment'),
  updatePayment: route('POST', '/v1/update_payment/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.paymentStep(orderToken),
  }),

  // Payment and what follows it
  paymentStatusPage: route('GET', '/order/:orderToken/payment-status'),
  paymentStatus: route('GET', '/v1/order/:orderToken/payment_status'),
  confirmation: route('GET', '/order/:orderToken/confirmation'),
  webhook: route('POST', '/webhooks/stripe'),
  shipmentWebhook: route('POST', '/webhooks/shipments'),
  textWebhook: route('POST', '/webhooks/sms'),
  textReports: route('POST', '/webhooks/sms/status'),

  // Orders
  orders: route('GET', '/account/orders'),
  order: route('GET', '/account/orders/:orderToken'),
  /** POST emails it again. */
  orderReceipt: route('GET POST', '/account/orders/:orderToken/receipt'),
  orderCalendar: route('GET', '/account/orders/:orderToken/calendar.ics'),
  tracking: route('GET', '/:orderToken/tracking-info'),
  claimOrder: route('POST', '/account/orders/:orderToken/claim', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  claims: route('GET POST', '/account/orders/:orderToken/claims'),
  claimPhoto: route('GET', '/account/orders/:orderToken/claims/photos/:photoToken'),
  endAgreement: route('POST', '/account/orders/:orderToken/end-agreement', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  rescheduleModal: route('GET', '/modals/reschedule'),
  editOrder: route('GET POST', '/account/orders/:orderToken/edit'),
  payForEdit: route('GET POST DELETE', '/account/orders/:orderToken/edit/payment'),
  cancelOrderModal: route('GET', '/modals/cancel_order_confirm'),
  cancelOrder: route('POST', '/account/orders/:orderToken/cancel', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  buyAgain: route('POST', '/account/orders/:orderToken/buy-again', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  ...membershipPaths,
  // Weather
  weatherHold: route('GET', '/weather-alerts/:holdId'),
  answerWeather: route('POST', '/weather-alerts/:holdId/answer', {
    formPage: ({ holdId = '' }): string => paths.weatherHold(holdId),
  }),
  toggleWeather: route('POST', '/v1/toggle_ignore_weather_alerts/:holdId', {
    formPage: ({ holdId = '' }): string => paths.weatherHold(holdId),
  }),

  // Rewards
  rewards: route('GET', '/rewards'),
  orderReward: route('PUT DELETE', '/cart/reward/:orderToken', { formPage: (): string => paths.rewards() }),
  ...giftCardPaths,
  refer: route('GET', '/refer'),
  referrals: route('POST', '/v1/referrals', { slash: true, formPage: (): string => paths.refer() }),
  referralLink: route('GET', '/r/:code'),
  stopInvitations: route('GET POST', '/unsubscribe/invitations/:referralKey'),
  corporateGifting: route('GET', '/corporate-gifting'),
  corporateGiftingContact: route('POST', '/v1/corporate_gifting_contact', {
    slash: true,
    formPage: (): string => paths.corporateGifting(),
  }),

  ...passportPaths,

  // Signing in
  signIn: route('GET', '/signin'),
  sendSignIn: route('POST', '/v1/cc_signin', { slash: true, formPage: (): string => paths.signIn() }),
  signUp: route('GET', '/signup'),
  createAccount: route('POST', '/v1/create_account', { slash: true, formPage: (): string => paths.signUp() }),
  signOut: route('POST', '/v1/cc_signout', { slash: true, formPage: (): string => paths.home() }),
  sendMagicLink: route('POST', '/v1/send_email_login_link', { formPage: (): string => paths.signIn() }),
  magicLink: route('GET POST', '/magic-link/:secret'),
  sendResetLink: route('POST', '/v1/reset_password', {
    slash: true,
    formPage: (): string => paths.signIn({ c: 'reset' }),
  }),
  resetPassword: route('GET', '/reset-password/:secret'),
  changePassword: route('POST', '/v1/change_password/:secret', {
    formPage: ({ secret = '' }): string => paths.resetPassword(secret),
  }),
  confirmEmail: route('GET POST', '/confirm-email/:secret'),
  createPassword: route('GET', '/create-password'),
  signInWith: route('GET', '/auth/:provider'),
  signInWithCallback: route('GET POST', '/auth/:provider/callback'),

  // Account
  account: route('GET', '/account'),
  accountPart: (id: string) => `/account#${id}`,
  updateName: route('POST', '/v1/update_user_full_name/:userToken', { formPage: part('account_profile') }),
  updateUserEmail: route('POST', '/v1/update_user_email/:userToken', { formPage: part('account_email') }),
  emailChange: route('DELETE', '/account/email-change', { formPage: part('account_email') }),
  changeEmail: route('GET POST', '/change-email/:secret'),
  resendConfirmation: route('POST', '/account/confirmation', { formPage: part('account_email') }),
  accountPassword: route('POST', '/account/password', { formPage: part('account_password') }),
  accountSignInLink: route('POST', '/account/sign-in-link', { formPage: (): string => paths.account() }),
  accountSessions: route('DELETE', '/account/sessions', { formPage: part('account_sessions') }),
  accountSession: route('DELETE', '/account/sessions/:sessionToken', { formPage: part('account_sessions') }),
  linkedSignIn: route('DELETE', '/account/linked/:identityToken', { formPage: part('account_linked') }),
  savedAddresses: route('POST', '/account/addresses', { formPage: part('account_addresses') }),
  savedAddress: route('PUT DELETE', '/account/addresses/:addressToken', {
    formPage: part('account_addresses'),
  }),
  savedAddressDefault: route('POST', '/account/addresses/:addressToken/default', {
    formPage: part('account_addresses'),
  }),
  newCard: route('GET', '/account/cards/new'),
  addCard: route('POST', '/v1/add_credit_card', { formPage: (): string => paths.newCard() }),
  makeCardDefault: route('POST', '/v1/make_credit_card_default/:id', { formPage: part('account_cards') }),
  removeCard: route('POST', '/v1/remove_credit_card/:id', { formPage: part('account_cards') }),
  closeAccount: route('POST', '/account/close', { formPage: part('account_data') }),
  accountData: route('GET', '/account/data'),
  changePreferences: route('POST', '/v1/change_email_preferences/:userToken', {
    formPage: part('account_preferences'),
  }),
  turnOnTexts: route('POST', '/v1/turn_on_sms_notifications/:userToken', { formPage: part('account_texts') }),
  turnOnOrderTexts: route('POST', '/v1/turn_on_sms_notifications_for_order/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  turnOffTexts: route('POST', '/v1/turn_off_sms_notifications/:userToken', {
    formPage: part('account_texts'),
  }),
  turnOffOrderTexts: route('POST', '/v1/turn_off_sms_notifications_for_order/:orderToken', {
    formPage: ({ orderToken = '' }): string => paths.order(orderToken),
  }),
  confirmTextCode: route('POST', '/v1/confirm_sms_code', { formPage: part('account_texts') }),
  /** `sealed` comes from a link in an email (accounts/preference-links.ts). */
  emailPreferences: route('GET', '/email-preferences/:sealed'),
  unsubscribe: route('GET POST', '/unsubscribe/:sealed'),

  // Privacy
  dataRequest: route('GET', '/privacy/personal-data-request'),
  updatePersonalData: route('POST', '/v1/update_personal_data', {
    formPage: (): string => paths.dataRequest(),
  }),
  personalData: route('GET POST', '/privacy/personal-data/:secret'),
  personalDataFile: route('GET', '/privacy/personal-data/:secret/file'),

  ...analyticsPaths,
  // Back office
  ...backOfficePaths,
  ...staffPaths,

  // For machines
  cable: route('GET', '/cable'),
  alive: route('GET', '/healthz'),
  ready: route('GET', '/readyz'),
  metrics: route('GET', '/metrics'),

  // Demo only
  outbox: route('GET', '/outbox'),
  outboxJson: route('GET', '/outbox.json'),
  mails: route('GET', '/dev/mails'),
  mail: route('GET', '/dev/mails/:file'),
  behaviours: route('GET', '/behaviours'),
  behaviour: route('GET', '/behaviours/:name'),
  /** Served only under `npm run dev` (dev/reload-routes.ts). */
  reload: () => '/dev/reload',
  embeddedPaymentsScript: () => '/embedded-payments/stripe.js',
} as const

export const listingPath = (category?: { slug: string } | null) =>
  category ? paths.category(category.slug) : paths.shop()
