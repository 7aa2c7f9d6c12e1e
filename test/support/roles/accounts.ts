import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { SEATTLE_STEP } from '../delivery-step.ts'
import {
  type Answers,
  account,
  atHerAddress,
  atHerCard,
  backOffice,
  both,
  done,
  type Line,
  open,
  owners,
  ownersByToken,
  sending,
} from './lines.ts'

const NOT_MEANT: Answers = [403, 303]
const RIBEYE = { vendor: 'three-larks-ranch', cut: 'grass-fed-ribeye' }

export const ACCOUNTS: Record<string, Line> = {
  // Accounts, for whoever is signed in.
  'GET account': account(both(200)),
  'GET accountData': account(both(200)),
  'GET rewards': account(both(200)),
  'GET refer': account(both(200)),
  'POST referrals': account(done, sending({ email: 'friend@example.net', subject: 'Hi', body: 'Try it.' })),
  'GET passport': account(both(200)),
  // test/passport/notes.test.ts has a delivered cut.
  'GET passportCut': account(both(404), () => ({ params: { vendor: 'no-farm', cut: 'no-cut' } })),
  'POST passportLink': account(done),
  'DELETE passportLink': account(done),
  'POST rating': account(both(422), () => ({ params: RIBEYE })),
  'POST rate': account(both(422), () => ({ params: { ...RIBEYE, score: '6' } })),
  'GET cutNotes': ownersByToken(both(200), (userToken) => ({ params: { userToken, ...RIBEYE } })),
  'POST setCutNotes': ownersByToken(done, (userToken) => ({
    params: { userToken, ...RIBEYE },
    fields: { notes: '' },
  })),
  // test/reviews/reviews.long.test.ts has reviewable cuts.
  'POST review': account(both(422), () => ({ params: RIBEYE })),
  'DELETE review': account(done, () => ({ params: RIBEYE })),
  'GET reportReview': account(both(404), () => ({ params: { reviewToken: 'A'.repeat(22) } })),
  'POST reportReview': account(both(404), () => ({ params: { reviewToken: 'A'.repeat(22) } })),
  'POST updateName': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { first_name: 'Eve', last_name: 'Moore', phone_number: '(206) 555-0142' },
  })),
  'POST updateUserEmail': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { email: `${userToken}@example.com` }, // a different one for each, so that no address hits its rate limit
  })),
  // No user clicked these: test/farms/follow.long.test.ts has the clicks that count.
  'GET followFarm': ownersByToken(NOT_MEANT, (userToken) => ({
    params: { farm: 'three-larks-ranch', userToken },
  })),
  'GET unfollowFarm': ownersByToken(NOT_MEANT, (userToken) => ({
    params: { farm: 'three-larks-ranch', userToken },
  })),
  'POST zipCode': ownersByToken(done, (user_token) => ({
    fields: { user_token, zipcode: '98101' },
  })),
  'POST changePreferences': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { preferences: { level: 'never' } },
  })),
  'POST turnOnTexts': ownersByToken(done, (userToken) => ({
    params: { userToken },
    fields: { mobile_phone_number: ownPhone(userToken) },
  })),
  'POST turnOffTexts': ownersByToken(done, (userToken) => ({ params: { userToken } })),
  'POST confirmTextCode': open([422, 303], sending({ code: '12345' })),
  'DELETE emailChange': account(done),
  'POST resendConfirmation': account(done),
  'POST accountSignInLink': account(done),
  'POST accountPassword': account(
    done,
    sending({ current_password: DEMO_PASSWORD, password: 'brisket on sunday' }),
  ),
  'DELETE accountSessions': account(done),
  'DELETE accountSession': owners(done, ({ tokens }) => ({
    params: { sessionToken: tokens.session },
  })),
  'DELETE linkedSignIn': owners(done, ({ tokens }) => ({
    params: { identityToken: tokens.identity },
  })),
  'POST savedAddresses': account(done, sending(SEATTLE_STEP)),
  'PUT savedAddress': owners(done, atHerAddress(SEATTLE_STEP)),
  'DELETE savedAddress': owners(done, atHerAddress()),
  'POST savedAddressDefault': owners(done, atHerAddress()),
  'GET newCard': account(both(200)),
  'POST addCard': account(both(422), sending({ stripeToken: 'seti_of_hers' })),
  'POST makeCardDefault': owners(done, atHerCard),
  'POST removeCard': owners(both(422), atHerCard), // her recurring box is paid with it
  'POST closeAccount': account(done, sending({ sure: '1' }), backOffice(both(422))),
}

/** A different number for each, so that none hits its rate limit. */
function ownPhone(userToken: string): string {
  const sum = [...userToken].reduce((total, letter, at) => total + letter.charCodeAt(0) * (at + 1), 0)
  return `206555${String(1_000 + (sum % 9_000))}`
}
