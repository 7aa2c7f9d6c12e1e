import { both, done, type Line, ofOffer, ofSoldOut, open, product, sending } from './lines.ts'

export const SHOP: Record<string, Line> = {
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
}
