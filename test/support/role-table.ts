import { DEMO_PASSWORD } from '#db/seeds/accounts.ts'
import { SEATTLE } from './buying.ts'
import { SEATTLE_STEP } from './delivery-step.ts'
import type { Params } from './routes.ts'
import type { Person, Town, Who } from './town.ts'

/** What stands in the address and the body, when this person asks for what is the owner's. */
type Asked = { params?: Params; query?: string; fields?: Record<string, unknown> }
type AskedBy = (town: Town, person: Person) => Asked

/** The statuses that a script, and a plain page or form, are answered with. */
export type Answers = [script: number, page: number]

export type Line = {
  /** What of it is the owner's alone: `anybody` where nothing is. */
  kind: 'anybody' | 'order' | 'order page' | 'own' | 'owner' | 'staff'
  asked: AskedBy
  expected: (who: Who) => Answers
  /** Who else is meant to see what of the owner's is behind this address. */
  isShown: (who: Who) => boolean
  /** The address or body names an account: each person's own does for them what hers does for her. */
  ownToken?: (userToken: string) => Asked
}

const NOTHING: AskedBy = () => ({})
const SIGN_IN: Answers = [401, 303]
const UNKNOWN: Answers = [404, 404]
const nobody = () => false
const both = (status: number): Answers => [status, status]
const done: Answers = [200, 303]

/** Pages and calls of everybody. */
const open = (answers: Answers = both(200), asked: AskedBy = NOTHING): Line => ({
  kind: 'anybody',
  asked,
  expected: () => answers,
  isShown: nobody,
})

/** What was mailed to her, and what of a demo shop's own machinery shows everything. */
const shown = (line: Line): Line => ({ ...line, isShown: () => true })

/** An order of hers, to anybody else as unknown as none. */
const orders = (own: Answers, asked: AskedBy): Line => ({
  kind: 'order',
  asked,
  expected: (who) => (who === 'owner' ? own : UNKNOWN),
  isShown: nobody,
})

/** The pages of its checkout lead everybody else to the front page. */
const orderPages = (own: Answers, asked: AskedBy): Line => ({
  ...orders(own, asked),
  kind: 'order page',
  expected: (who) => (who === 'owner' ? own : both(302)),
})

/** Of whoever is signed in, for themselves. */
const account = (
  own: Answers,
  asked: AskedBy = NOTHING,
  others: Partial<Record<Who, Answers>> = {},
): Line => ({
  kind: 'own',
  asked,
  expected: (who) => others[who] ?? (who === 'anonymous' ? SIGN_IN : own),
  isShown: nobody,
})

/** Names something of hers: for her; whoever else is signed in knows of no such thing. */
const owners = (own: Answers, asked: AskedBy, unknown = UNKNOWN): Line => ({
  kind: 'owner',
  asked,
  expected: (who) => (who === 'owner' ? own : who === 'anonymous' ? SIGN_IN : unknown),
  isShown: nobody,
})

/** The same by the token of her account. */
const ownersByToken = (own: Answers, ownToken: (userToken: string) => Asked): Line => ({
  ...owners(own, ({ tokens }) => ownToken(tokens.user)),
  ownToken,
})

const staffs = (own: Answers, asked: AskedBy = NOTHING): Line => ({
  kind: 'staff',
  asked,
  expected: (who) => (who === 'staff' ? own : who === 'anonymous' ? SIGN_IN : UNKNOWN),
  isShown: (who) => who === 'staff',
})

const secretOf = (link: string) => ({ secret: link.split('/').at(-1) ?? '' })

/** An order of hers in the address, or in a field as most calls of the checkout have it. */
const atOpen =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({
    params: { orderToken: tokens.open },
    ...(fields ? { fields } : {}),
  })
const forOpen =
  (fields: Record<string, unknown> = {}): AskedBy =>
  ({ tokens }) => ({
    fields: { order_token: tokens.open, ...fields },
  })
const atPlaced: AskedBy = ({ tokens }) => ({ params: { orderToken: tokens.placed } })
const ofOffer =
  (fields?: Record<string, unknown>): AskedBy =>
  ({ tokens }) => ({
    params: { token: tokens.offer },
    ...(fields ? { fields } : {}),
  })
const atHerAddress =
  (fields: Record<string, unknown> = {}): AskedBy =>
  ({ tokens }) => ({ params: { addressToken: tokens.address }, fields })
const atHerCard: AskedBy = ({ tokens }) => ({ params: { id: tokens.card } })
const ofSoldOut: AskedBy = ({ tokens }) => ({ params: { token: tokens.soldOut } })
const sending =
  (fields: Record<string, unknown>): AskedBy =>
  () => ({ fields })
const product: AskedBy = () => ({ params: { slug: 'demo-fifty' } })

/** Every route of the program, and what each of everybody gets there. */
export const TABLE: Record<string, Line> = {
  // The shop itself.
  'GET /': open(),
  'GET /shop': open(),
  'GET /shop/:category': open(both(200), () => ({ params: { category: 'beef' } })),
  'GET /products/:slug': open(both(200), product),
  'GET /products/:slug/weights': open(both(303), product),
  'GET /search': open(both(200), () => ({ query: 'q=ribeye' })),
  'GET /autocomplete': open(both(200), () => ({ query: 'q=rib' })),
  'GET /join_wait_list/:token': open(both(200), ofSoldOut),
  'GET /v1/add_to_wait_list_modal/:token': open(done, ofSoldOut),
  'POST /v1/capture_to_wait_list': open(
    done,
    sending({ email: 'eve@example.com', campaign_type: 'email_capture' }),
  ),
  'POST /v1/update_postal_code': open(done, sending({ postal_code: '98101' })),
  'GET /modals/:name': open(both(200), () => ({ params: { name: 'capture_email' } })),
  'GET /terms': open(),
  'GET /corporate-gifting': open(),
  'POST /v1/corporate_gifting_contact': open(
    done,
    sending({ name: 'Eve', email: 'eve@example.com', quantity: '40', message: 'Forty boxes' }),
  ),
  'GET /robots.txt': open(),
  'GET /favicon.ico': open(both(302)),
  'GET /sitemap.xml': open(),

  // The box of whoever asks.
  'GET /cart': open(),
  'GET /mini-cart': open([200, 303]),
  'POST /cart/items/:token': open(done, ofOffer({ quantity: 1 })),
  'PUT /cart/items/:token': open(done, ofOffer({ quantity: 2 })),
  'DELETE /cart/items/:token': open(done, ofOffer()),

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

  // An order that is placed.
  'GET /v1/order/:orderToken/payment_status': orders(both(200), atPlaced),
  'GET /order/:orderToken/payment-status': orderPages(both(302), atPlaced),
  'GET /order/:orderToken/confirmation': orderPages(both(200), atPlaced),
  'POST /v1/set_google_analytics_conversion_at/:orderToken': orders([204, 303], atPlaced),
  'GET /account/orders': account(both(200)),
  'GET /account/orders/:orderToken': owners(both(200), atPlaced),
  'GET /account/orders/:orderToken/receipt': owners(both(200), atPlaced),
  'POST /account/orders/:orderToken/buy-again': owners(done, atPlaced),

  // Coming in and going.
  'GET /signin': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'GET /signup': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'GET /create-password': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'POST /v1/cc_signin': open(both(422), sending({ email: 'eve@example.com', password: '' })),
  'POST /v1/create_account': open(both(422), sending({ email: 'eve@example.com', password: 'short' })),
  'POST /v1/cc_signout': open(done),
  'POST /v1/send_email_login_link': open(done, sending({ email_address: 'nobody@example.com' })),
  'POST /v1/reset_password': open(done, sending({ email: 'nobody@example.com' })),
  'GET /auth/:provider': open(both(404)),
  'GET /auth/:provider/callback': open(both(404)),
  'POST /auth/:provider/callback': open(both(404)),

  // Links of her mails: whoever holds one may look; what is spent here is nobody's.
  'GET /magic-link/:secret': shown(open(both(200), ({ links }) => ({ params: secretOf(links.magicLink) }))),
  'POST /magic-link/:secret': open(both(410)),
  'GET /reset-password/:secret': shown(
    open(both(200), ({ links }) => ({ params: secretOf(links.resetPassword) })),
  ),
  'POST /v1/change_password/:secret': open(both(422), sending({ password: 'brisket on sunday' })),
  'GET /change-email/:secret': shown(
    open(both(200), ({ links }) => ({ params: secretOf(links.changeEmail) })),
  ),
  'POST /change-email/:secret': open(both(410)),
  'GET /confirm-email/:secret': owners(
    both(200),
    ({ links }) => ({ params: secretOf(links.confirmEmail) }),
    both(410),
  ),
  'POST /confirm-email/:secret': owners(
    done,
    ({ links }) => ({ params: secretOf(links.confirmEmail) }),
    both(410),
  ),
  'GET /privacy/personal-data-request': open(),
  'POST /v1/update_personal_data': open(
    done,
    sending({ request_type: 'access', email: 'eve@example.com', full_name: 'Eve', state: 'WA' }),
  ),
  'GET /privacy/personal-data/:secret': shown(
    open(both(200), ({ links }) => ({ params: secretOf(links.personalData) })),
  ),
  'POST /privacy/personal-data/:secret': open(both(410)),
  'GET /privacy/personal-data/:secret/file': open(both(404), ({ links }) => ({
    params: secretOf(links.personalData),
  })),
  'GET /email-preferences/:sealed': shown(
    open(both(200), ({ tokens }) => ({ params: { sealed: tokens.sealed } })),
  ),
  'GET /unsubscribe/:sealed': shown(open(both(200), ({ tokens }) => ({ params: { sealed: tokens.sealed } }))),
  'POST /unsubscribe/:sealed': open(both(404)),

  // An account, by whoever is signed in to it.
  'GET /account': account(both(200)),
  'GET /account/data': account(both(200)),
  'GET /rewards': account(both(200)),
  'POST /v1/update_user_full_name/:userToken': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { first_name: 'Eve', last_name: 'Moore', phone_number: '(206) 555-0142' },
  })),
  'POST /v1/update_user_email/:userToken': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { email: 'eve@example.com' },
  })),
  'POST /v1/update_zipcode': ownersByToken(done, (user_token) => ({
    fields: { user_token, zipcode: '98101' },
  })),
  'POST /v1/change_email_preferences/:userToken': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { preferences: { level: 'never' } },
  })),
  'DELETE /account/email-change': account(done),
  'POST /account/sign-in-link': account(done),
  'POST /account/password': account(
    done,
    sending({ current_password: DEMO_PASSWORD, password: 'brisket on sunday' }),
  ),
  'DELETE /account/sessions': account(done),
  'DELETE /account/sessions/:sessionToken': owners(done, ({ tokens }) => ({
    params: { sessionToken: tokens.session },
  })),
  'DELETE /account/linked/:identityToken': owners(done, ({ tokens }) => ({
    params: { identityToken: tokens.identity },
  })),
  'POST /account/addresses': account(done, sending(SEATTLE_STEP)),
  'PUT /account/addresses/:addressToken': owners(done, atHerAddress(SEATTLE_STEP)),
  'DELETE /account/addresses/:addressToken': owners(done, atHerAddress()),
  'POST /account/addresses/:addressToken/default': owners(done, atHerAddress()),
  'GET /account/cards/new': account(both(200)),
  'POST /v1/add_credit_card': account(both(422), sending({ stripeToken: 'seti_of_hers' })),
  'POST /v1/make_credit_card_default/:id': owners(done, atHerCard),
  'POST /v1/remove_credit_card/:id': owners(both(422), atHerCard), // her recurring box is paid by it
  'POST /account/close': account(done, sending({ sure: '1' }), backOffice(both(422))),

  // The back office.
  'GET /staff/data-requests': staffs(both(200)),
  'POST /staff/data-requests/:requestToken': staffs(done, ({ tokens }) => ({
    params: { requestToken: tokens.request },
    fields: { decision: 'refuse', reason: 'A refund is open.' },
  })),

  // The machine, other programs, and what only a demo shop has.
  'GET /healthz': open(),
  'GET /readyz': open(both(503)),
  'GET /metrics': open(),
  'GET /cable': open(both(404)),
  'POST /webhooks/stripe': open(both(400)),
  'ALL /embedded-payments/*': open(),
  'GET /outbox': shown(open()),
  'GET /outbox.json': shown(open()),
  'GET /behaviours': open(),
  'GET /behaviours/:name': open(both(200), () => ({ params: { name: 'accordion' } })),
  'GET /dev/mails': open(),
  'GET /dev/mails/:file': open(both(200), () => ({ params: { file: 'receipt.html' } })),
}

/** Whoever works in the shop cannot close their account alone. */
function backOffice(answers: Answers): Partial<Record<Who, Answers>> {
  const people: Who[] = ['vendor', "other farm's vendor", 'clerk', "other center's clerk", 'staff']
  return Object.fromEntries(people.map((who) => [who, answers]))
}
