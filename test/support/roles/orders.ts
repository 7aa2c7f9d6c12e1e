import { account, atPlaced, both, done, type Line, orderPages, orders, owners, UNKNOWN } from './lines.ts'

export const ORDERS: Record<string, Line> = {
  // An order that is placed.
  'GET paymentStatus': orders(both(200), atPlaced),
  'GET paymentStatusPage': orderPages(both(302), atPlaced),
  'GET confirmation': orderPages(both(200), atPlaced),
  'POST conversionLogged': orders([204, 303], atPlaced),
  'GET orders': account(both(200)),
  'GET order': owners(both(200), atPlaced),
  'GET orderReceipt': owners(both(200), atPlaced),
  // Hers is in her account already: there is nothing to put there, for nobody.
  'POST claimOrder': owners(UNKNOWN, atPlaced),
  'POST endAgreement': owners(done, atPlaced),
  'POST buyAgain': owners(done, atPlaced),
}
