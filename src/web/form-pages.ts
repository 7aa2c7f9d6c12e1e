import { TrieRouter } from 'hono/router/trie-router'
import { paths } from '../paths.ts'

type Names = Record<string, string>
type PageOf = (names: Names) => string

const part = (id: string) => () => paths.accountPart(id)

/**
 * Where the forms stand that are sent to addresses without a page of their own. A form that is refused leaves the
 * browser at such an address: whoever loads it anew, or comes back to it, is led to the page with the form.
 */
const FORM_PAGES: Record<string, PageOf> = {
  '/account/addresses': part('account_addresses'),
  '/account/addresses/:address': part('account_addresses'),
  '/account/addresses/:address/default': part('account_addresses'),
  '/account/close': part('account_data'),
  '/account/confirmation': part('account_email'),
  '/account/email-change': part('account_email'),
  '/account/linked/:identity': part('account_linked'),
  '/account/orders/:order/claim': ({ order = '' }) => paths.order(order),
  '/account/orders/:order/buy-again': ({ order = '' }) => paths.order(order),
  '/account/password': part('account_password'),
  '/account/sessions': part('account_sessions'),
  '/account/sessions/:session': part('account_sessions'),
  '/account/sign-in-link': paths.account,
  '/cart/items/:offer': paths.cart,
  '/cart/reward/:order': paths.rewards,
  '/staff/data-requests/:request': paths.dataRequests,
  '/v1/add_credit_card': paths.newCard,
  '/v1/apply_gift_and_promo_codes/:order': ({ order = '' }) => paths.checkout(order),
  '/v1/capture_to_wait_list': () => paths.shop(),
  '/v1/cc_signin': () => paths.signIn(),
  '/v1/cc_signout': paths.home,
  '/v1/change_email_preferences/:account': part('account_preferences'),
  '/v1/change_password/:secret': ({ secret = '' }) => paths.resetPassword(secret),
  '/v1/corporate_gifting_contact': paths.corporateGifting,
  '/v1/create_account': () => paths.signUp(),
  '/v1/make_credit_card_default/:card': part('account_cards'),
  '/v1/remove_credit_card/:card': part('account_cards'),
  '/v1/reset_password': paths.forgotPassword,
  '/v1/send_email_login_link': () => paths.signIn(),
  '/v1/set_recurring_order': paths.startCheckout,
  '/v1/stripe_confirm_stripeless': paths.startCheckout,
  '/v1/stripe_confirm_stripeless/:order': ({ order = '' }) => paths.checkout(order),
  '/v1/stripe_update_address': paths.startCheckout,
  '/v1/stripe_update_email': paths.startCheckout,
  '/v1/subscriptions/update_arrival_date/:order': ({ order = '' }) => paths.checkout(order),
  '/v1/update_payment/:order': ({ order = '' }) => paths.paymentStep(order),
  '/v1/update_personal_data': paths.dataRequest,
  '/v1/update_postal_code': paths.home,
  '/v1/update_shipping_address/:order': ({ order = '' }) => paths.deliveryStep(order),
  '/v1/update_user_email/:account': part('account_email'),
  '/v1/update_user_full_name/:account': part('account_profile'),
  '/v1/update_zipcode': paths.home,
}

const router = new TrieRouter<PageOf>()
for (const [address, page] of Object.entries(FORM_PAGES)) router.add('GET', address, page)

/** The page with the form that is sent to this address, or null for an address that no form knows. */
export function formPage(path: string): string | null {
  const [found] = router.match('GET', path.replace(/\/$/, ''))[0]
  return found ? found[0](found[1] as Names) : null
}
