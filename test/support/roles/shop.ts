import { both, done, type Line, ofOffer, ofSoldOut, open, product, sending } from './lines.ts'

export const SHOP: Record<string, Line> = {
  // The shop itself.
  'GET home': open(),
  'GET shop': open(),
  'GET earlyAccess': open(),
  'GET category': open(both(200), () => ({ params: { category: 'beef' } })),
  'GET product': open(both(200), product),
  'GET weights': open(both(303), product),
  'GET search': open(both(200), () => ({ query: 'q=ribeye' })),
  'GET autocomplete': open(both(200), () => ({ query: 'q=rib' })),
  'GET waitListPage': open(both(200), ofSoldOut),
  'GET waitListModal': open(done, ofSoldOut),
  'POST waitList': open(done, sending({ email: 'eve@example.com', campaign_type: 'email_capture' })),
  'POST postalCode': open(done, sending({ postal_code: '98101' })),
  'GET modal': open(both(200), () => ({ params: { name: 'capture_email' } })),
  'GET terms': open(),
  'GET privacy': open(),
  'GET referralLink': open(both(404)),
  'GET stopInvitations': open(both(404)),
  'POST stopInvitations': open(both(404)),
  'GET corporateGifting': open(),
  'POST corporateGiftingContact': open(
    done,
    sending({ name: 'Eve', email: 'eve@example.com', quantity: '40', message: 'Forty boxes' }),
  ),
  'GET robots': open(),
  'GET favicon': open(both(302)),
  'GET sitemap': open(),

  // The box of whoever asks.
  'GET cart': open(),
  'GET miniCart': open([200, 303]),
  'POST cartItem': open(done, ofOffer({ quantity: 1 })),
  'PUT cartItem': open(done, ofOffer({ quantity: 2 })),
  'DELETE cartItem': open(done, ofOffer()),
}
