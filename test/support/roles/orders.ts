import {
  account,
  atPlaced,
  both,
  done,
  type Line,
  open,
  orderPages,
  orders,
  owners,
  UNKNOWN,
} from './lines.ts'

const aHold = () => ({ params: { holdId: '1' } })
const anOrder = () => ({ params: { orderToken: 'A'.repeat(22) } })
const aMembership = () => ({ params: { membershipToken: 'A'.repeat(22) } })

export const ORDERS: Record<string, Line> = {
  // A placed order.
  'GET paymentStatus': orders(both(200), atPlaced),
  'GET paymentStatusPage': orderPages(both(302), atPlaced),
  // It began a membership, which is confirmed on the other page.
  'GET confirmation': orderPages(both(302), atPlaced),
  'GET steakholder': orderPages(both(200), atPlaced),
  // test/membership/pay-link.test.ts has a link with its key.
  // test/staff/drafts/paying.long.test.ts has a link with its key.
  'GET payForDraft': open(UNKNOWN, anOrder),
  'POST payForDraft': open(UNKNOWN, anOrder),
  'GET payForBox': open(UNKNOWN, anOrder),
  'POST payForBox': open(UNKNOWN, anOrder),
  'POST surveyResponse': orders(both(422), atPlaced),
  'POST conversionLogged': orders([204, 303], atPlaced),
  'GET orders': account(both(200)),
  'GET order': owners(both(200), atPlaced),
  'GET tracking': open(both(200), atPlaced),
  'GET orderReceipt': owners(both(200), atPlaced),
  'POST orderReceipt': owners(done, atPlaced),
  'GET orderCalendar': owners(both(200), atPlaced),
  // Hers is already in her account, so there is nothing to claim.
  'POST sendGiftCard': owners(UNKNOWN, atPlaced),
  'POST returnGiftCard': owners(UNKNOWN, atPlaced),
  'POST claimOrder': owners(UNKNOWN, atPlaced),
  'POST endAgreement': owners(done, atPlaced),
  // Nothing is held here. test/weather/holds.long.test.ts answers for held orders.
  'GET memberships': account(both(200)),
  // test/membership/memberships.long.test.ts has an active one.
  'POST pauseMembership': account(both(404), aMembership),
  'POST resumeMembership': account(both(404), aMembership),
  'POST cancelMembership': account(both(404), aMembership),
  'POST undoCancel': account(both(404), aMembership),
  'POST changeFrequency': account(both(404), aMembership),
  'POST membershipPreferences': account(both(404), aMembership),
  'POST membershipCard': account(both(404), aMembership),
  // Her order already began a membership; test/membership/upgrade.long.test.ts has one that didn't.
  'GET upgradePage': owners([409, 200], atPlaced),
  'POST upgradeOrder': owners(both(422), atPlaced),
  'GET agreements': account(both(200)),
  'POST endConsent': account(both(404), () => ({ params: { id: '999999' } })),
  'POST skipBox': account(both(404), anOrder),
  'POST unskipBox': account(both(404), anOrder),
  'POST setBoxItem': account(both(404), anOrder),
  'POST chooseFreeItem': account(both(404), anOrder),
  'GET weatherHold': account(both(404), aHold),
  'POST answerWeather': account(both(404), aHold),
  'POST toggleWeather': account(both(404), aHold),
  'GET rescheduleModal': owners(both(200), ({ tokens }) => ({ query: `order_token=${tokens.placed}` })),
  'GET editOrder': owners(both(200), atPlaced),
  'POST editOrder': owners(both(200), atPlaced),
  // No payment is pending; test/order-edit/charging.test.ts pays for an edit.
  'GET payForEdit': owners(both(302), atPlaced),
  'POST payForEdit': owners(both(422), atPlaced),
  'DELETE payForEdit': owners(done, atPlaced),
  'GET cancelOrderModal': owners(both(200), ({ tokens }) => ({ query: `order_token=${tokens.placed}` })),
  'POST cancelOrder': owners(done, atPlaced),
  'POST turnOnOrderTexts': owners(done, ({ tokens }) => ({
    params: { orderToken: tokens.placed },
    fields: { mobile_phone_number: '(206) 555-0142' },
  })),
  'POST turnOffOrderTexts': owners(done, atPlaced),
  'GET claims': owners(both(200), atPlaced),
  'POST claims': owners([422, 422], atPlaced), // an empty claim; test/claims/claims.long.test.ts has real ones
  'GET claimPhoto': owners(both(404), ({ tokens }) => ({
    params: { orderToken: tokens.placed, photoToken: 'unknown' },
  })),
  'POST buyAgain': owners(done, atPlaced),
}
