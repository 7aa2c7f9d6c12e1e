import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { SEATTLE_STEP } from '../delivery-step.ts'
import {
  account,
  atHerAddress,
  atHerCard,
  backOffice,
  both,
  done,
  type Line,
  owners,
  ownersByToken,
  sending,
} from './lines.ts'

export const ACCOUNTS: Record<string, Line> = {
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
    fields: { email: `${userToken}@example.com` }, // another for everybody: one address is not flooded
  })),
  'POST /v1/update_zipcode': ownersByToken(done, (user_token) => ({
    fields: { user_token, zipcode: '98101' },
  })),
  'POST /v1/change_email_preferences/:userToken': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { preferences: { level: 'never' } },
  })),
  'DELETE /account/email-change': account(done),
  'POST /account/confirmation': account(done),
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
}
