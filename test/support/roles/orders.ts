import { account, atPlaced, both, done, type Line, orderPages, orders, owners, UNKNOWN } from './lines.ts'

export const ORDERS: Record<string, Line> = {
  // An order that is placed.
  'GET /v1/order/:orderToken/payment_status': orders(both(200), atPlaced),
  'GET /order/:orderToken/payment-status': orderPages(both(302), atPlaced),
  'GET /order/:orderToken/confirmation': orderPages(both(200), atPlaced),
  'POST /v1/set_google_analytics_conversion_at/:orderToken': orders([204, 303], atPlaced),
  'GET /account/orders': account(both(200)),
  'GET /account/orders/:orderToken': owners(both(200), atPlaced),
  'GET /account/orders/:orderToken/receipt': owners(both(200), atPlaced),
  // Hers is in her account already: there is nothing to put there, for nobody.
  'POST /account/orders/:orderToken/claim': owners(UNKNOWN, atPlaced),
  'POST /account/orders/:orderToken/buy-again': owners(done, atPlaced),
}
