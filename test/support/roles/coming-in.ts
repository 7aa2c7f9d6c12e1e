import { both, done, type Line, open, owners, secretOf, sending, shown } from './lines.ts'

export const COMING_IN: Record<string, Line> = {
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
  'GET /change-email/:secret': owners(
    both(200),
    ({ links }) => ({ params: secretOf(links.changeEmail) }),
    both(410),
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
}
