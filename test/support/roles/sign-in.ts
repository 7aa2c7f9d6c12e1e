import { both, done, type Line, open, owners, secretOf, sending, shown } from './lines.ts'

export const COMING_IN: Record<string, Line> = {
  // Signing in and out.
  'GET signIn': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'GET signUp': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'GET createPassword': { ...open(), expected: (who) => both(who === 'anonymous' ? 200 : 302) },
  'POST sendSignIn': open(both(422), sending({ email: 'eve@example.com', password: '' })),
  'POST createAccount': open(both(422), sending({ email: 'eve@example.com', password: 'short' })),
  'POST signOut': open(done),
  'POST sendMagicLink': open(done, sending({ email_address: 'nobody@example.com' })),
  'POST sendResetLink': open(done, sending({ email: 'nobody@example.com' })),
  'GET signInWith': open(both(404)),
  'GET signInWithCallback': open(both(404)),
  'POST signInWithCallback': open(both(404)),

  // Links in her emails. Anyone who has one may open it; a POST here uses up a link that doesn't exist.
  'GET magicLink': shown(open(both(200), ({ links }) => ({ params: secretOf(links.magicLink) }))),
  'POST magicLink': open(both(410)),
  'GET resetPassword': shown(open(both(200), ({ links }) => ({ params: secretOf(links.resetPassword) }))),
  'POST changePassword': open(both(422), sending({ password: 'brisket on sunday' })),
  'GET changeEmail': owners(both(200), ({ links }) => ({ params: secretOf(links.changeEmail) }), both(410)),
  'POST changeEmail': open(both(410)),
  'GET confirmEmail': owners(both(200), ({ links }) => ({ params: secretOf(links.confirmEmail) }), both(410)),
  'POST confirmEmail': owners(done, ({ links }) => ({ params: secretOf(links.confirmEmail) }), both(410)),
  'GET dataRequest': open(),
  'POST updatePersonalData': open(
    done,
    sending({ request_type: 'access', email: 'eve@example.com', full_name: 'Eve', state: 'WA' }),
  ),
  'GET personalData': shown(open(both(200), ({ links }) => ({ params: secretOf(links.personalData) }))),
  'POST personalData': open(both(410)),
  'GET personalDataFile': open(both(404), ({ links }) => ({
    params: secretOf(links.personalData),
  })),
  'GET emailPreferences': shown(open(both(200), ({ tokens }) => ({ params: { sealed: tokens.sealed } }))),
  'GET unsubscribe': shown(open(both(200), ({ tokens }) => ({ params: { sealed: tokens.sealed } }))),
  'POST unsubscribe': open(both(404)),
  // These need keys from emails; test/catalog/wait-list-rounds.long.test.ts has some.
  'GET leaveWaitList': open(both(404)),
  'POST leaveWaitList': open(both(404)),
  'GET backInStock': open(both(404)),
  'POST backInStock': open(both(404)),
}
