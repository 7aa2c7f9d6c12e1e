import type { Draw } from './random.ts'
import { PARAMETER, type Route } from './routes.ts'

/** What odd requests are built from: valid tokens, names and cookies, mixed with invalid ones. */
export type Known = {
  tokens: string[]
  orderTokens: string[]
  slugs: string[]
  formTokens: string[]
  cookies: string[]
  /** Other path parameters, by name. */
  named: Record<string, string[]>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']

const FIELDS = [
  'order_token',
  'quantity',
  'postal_code',
  'email',
  'arrival_date',
  'terms_of_service',
  'return_to',
  '_method',
  'authenticity_token',
  'delivery_name',
  'delivery_street_address_1',
  'delivery_street_address_2',
  'delivery_city',
  'delivery_state',
  'delivery_postal_code',
  'mobile_phone_number',
  'address_confirmation_bypass',
  'postal_code_delay_bypass',
  'fc_change_acknowledged',
  'payment_intent_id',
  'address_id',
  'address_1',
  'address_2',
  'city',
  'state',
  'q',
  'session',
  'stripeToken',
  'same_as_shipping',
  'address_line1',
  'address_city',
  'address_state',
  'address_zip',
  'shown_total_cents',
  'campaign_type',
  'bid_item_token',
  'sms_marketing',
  'phone_number',
  'name',
  'company',
  'message',
  'hero',
  'user_token',
  'zipcode',
  'modal_name',
  'promotion_offer',
  'page_not_found_source',
  'page',
  'key',
  'client_secret',
  'card',
  'password',
  'current_password',
  'email_address',
  'redirect_url',
  'landing_page_source',
  'first_name',
  'last_name',
  'sure',
  'preferences',
  'preferences[level]',
  'preferences[topics][offers]',
  'preferences[shown_level]',
  'preferences[shown_topics]',
  'encrypted_token',
  'request_type',
  'full_name',
  'decision',
  'reason',
  'order_key',
  'List-Unsubscribe',
]

const RIGHT: Record<string, string[]> = {
  quantity: ['1', '2', '0'],
  postal_code: ['98101', '10001', '99501'],
  email: ['ana@example.com'],
  arrival_date: ['2026-11-25', '2026-12-01'],
  delivery_name: ['Ana'],
  delivery_street_address_1: ['1912 Pike Pl', 'P.O. Box 7'],
  delivery_city: ['Seattle'],
  delivery_state: ['WA', 'Washington'],
  delivery_postal_code: ['98101', '82001', '58501'],
  mobile_phone_number: ['(206) 555-0142'],
  address_confirmation_bypass: ['accept', 'use-original'],
  postal_code_delay_bypass: ['accept'],
  address_1: ['1912 Pike Pl', 'P.O. Box 7'],
  city: ['Seattle'],
  state: ['WA', 'Washington'],
  q: ['12 Elm St, Portl', '1912 pike place 98101', 'ribeye'],
  session: ['b1f9c7d2-0a3e-4c55-9d0e-6f1a2b3c4d5e'],
  campaign_type: ['sold_out', 'launch', 'postal_code', 'email_capture'],
  sms_marketing: ['1', 'on'],
  phone_number: ['(206) 555-0142', '12'],
  name: ['Ana'],
  message: ['Forty boxes\r\nin December'],
  hero: ['1'],
  zipcode: ['98101'],
  modal_name: ['capture_postal_code', 'capture_email'],
  promotion_offer: ['WELCOME20', 'LASTYEAR'],
  terms_of_service: ['1', 'true'],
  stripeToken: ['tok_visa', 'pm_card_visa', 'tok_visa_chargeDeclined'],
  same_as_shipping: ['true'],
  address_line1: ['500 Pine St'],
  address_city: ['Portland'],
  address_state: ['OR', 'Oregon'],
  address_zip: ['97205'],
  password: ['brisket on sunday', 'short', 'password1'],
  current_password: ['demo-pasture-2026', 'brisket on sunday'],
  email_address: ['other@example.com', 'nobody@example.com'],
  redirect_url: ['/cart', '//evil.example', 'https://evil.example', '/\\evil.example'],
  first_name: ['Ana', '=cmd()'],
  last_name: ['Whitcomb'],
  sure: ['1'],
  'preferences[level]': ['weekly', 'never', 'daily'],
  'preferences[topics][offers]': ['1'],
  request_type: ['access', 'delete'],
  full_name: ['Ana Whitcomb'],
  decision: ['erase', 'refuse'],
  reason: ['A refund is open.'],
  'List-Unsubscribe': ['One-Click'],
  _method: ['put', 'delete', 'patch', 'trace', 'GET'],
  return_to: ['/cart', '//evil.example', '/.//evil.example'],
}

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '9007199254740993',
  '99999999999999999999999',
  '0x10',
  '1_000',
  '١٢٣',
  '1,5',
  "' or '1'='1",
  "'; drop table orders; --",
  '" union select * from users --',
  '%',
  '_',
  '\\',
  '*',
  '?',
  '(',
  '[a-',
  'a)|(b',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: typed by an attacker
  '${7*7}',
  '</script>',
  '<!--',
  '&lt;',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\',
  '/etc/passwd\u0000',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  '//evil.example',
  '\u0000',
  '\u0001\u0002',
  '\r\nSet-Cookie: a=b',
  '\n',
  '\t',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  '\u{1f969}',
  'é',
  'ﬁ',
  'Ω'.repeat(50),
  'a'.repeat(300),
  'a'.repeat(5000),
  '9'.repeat(400),
  '((((((((((a',
  'a@'.repeat(200),
  `${'a.'.repeat(200)}@b.c`,
  'x'.repeat(254),
  '4242424242424242',
  '4242 4242 4242 4242',
  '378282246310005',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-25T00:00:00Z',
  '-000001-01-01',
  '00000',
  '99999',
  '98101-1234',
  '%00',
  '%ff',
  '%e0%80%80',
  '%u0041',
  '%2e%2e%2f',
  '%0d%0a',
  '+',
  '&',
  '=',
  ';',
  '#',
]

const ODD_VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  4242424242424242,
  Number.MAX_SAFE_INTEGER,
  [],
  [[]],
  {},
  [null],
  ['a', 'b'],
  { a: { b: { c: 1 } } },
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
  [1, [2, [3, [4]]]],
]

const ACCEPTS = [
  'text/html',
  'application/json',
  '*/*',
  'text/vnd.turbo-stream.html, text/html',
  'image/webp',
  '',
  'text/html;q=0',
  ';',
  'a'.repeat(2000),
]

const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=BBB',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  '',
  'text/html',
  'application/json/json',
  ',',
]

const PATHS = [
  '/',
  '//',
  '/./',
  '/%',
  '/%ff',
  '/.well-known/security.txt',
  '/v1',
  '/v1/',
  '/v1/x/y/z',
  '/shop/../cart',
  '/build/',
  '/pictures/../x',
  '/embedded-payments',
  '/cable',
  '/index.php?x=1',
  '/%00',
  `/${'a/'.repeat(300)}`,
  `/${'%2f'.repeat(200)}`,
  '/é',
]

/** One odd request, drawn entirely from the seed, so it can be reproduced. */
export function oddRequest(draw: Draw, routes: Route[], known: Known): Request {
  const route = draw.pick(routes)
  const path = draw.chance(0.05) ? draw.pick(PATHS) : filled(draw, route.path, known)
  const method = draw.chance(0.12) || route.method === 'ALL' ? draw.pick(METHODS) : route.method
  const url = new URL(
    `http://localhost:3000${path.startsWith('/') ? path : `/${path}`}${oddQuery(draw, known)}`,
  )
  const headers = oddHeaders(draw, known)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const { body, type } = oddBody(draw, known)
  if (type !== null) headers.set('content-type', type)
  return new Request(url, { method, headers, body, ...({ duplex: 'half' } as object) })
}

function filled(draw: Draw, path: string, known: Known): string {
  const values: Record<string, string[]> = {
    offerToken: known.tokens,
    orderToken: known.orderTokens,
    slug: known.slugs,
    category: ['beef', 'pork'],
    name: ['capture_postal_code', 'capture_email', 'nothing'],
    ...known.named,
  }
  const named = path.replace(PARAMETER, (_, name: string) =>
    draw.chance(0.7) ? draw.pick(values[name] ?? ['x']) : encoded(draw, oddText(draw)),
  )
  const rest = [
    'stripe.js',
    'payment_methods',
    'tokens',
    'payment_intents/pi_1',
    'payment_intents/pi_1/confirm',
    'setup_intents/x/authenticate',
    '..',
    'v1/charges',
  ]
  return named.replace('*', () => draw.pick(rest)) + (draw.chance(0.1) ? '/' : '')
}

function oddText(draw: Draw): string {
  const text = draw.pick(ODD_TEXTS)
  return draw.chance(0.15) ? text + draw.pick(ODD_TEXTS) : text
}

/** Usually encoded correctly, otherwise raw or twice. */
function encoded(draw: Draw, text: string): string {
  const safe = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
  return draw.chance(0.8)
    ? safe
    : draw.chance(0.5)
      ? encodeURIComponent(safe)
      : text.replace(/[\s#?]|\p{Cc}/gu, '')
}

function oddQuery(draw: Draw, known: Known): string {
  if (draw.chance(0.6)) return ''
  const names = [...FIELDS, 'a[b][c]', 'a[]', '__proto__[x]', 'payment', 'step', 'q', '']
  const pairs = Array.from(
    { length: 1 + draw.below(4) },
    () => `${draw.pick(names)}=${encoded(draw, String(valueFor(draw, draw.pick(FIELDS), known)))}`,
  )
  return `?${pairs.join('&')}`
}

function valueFor(draw: Draw, field: string, known: Known): string {
  if (draw.chance(0.45)) return oddText(draw)
  if (field === 'order_token') return draw.pick(known.orderTokens)
  if (field === 'bid_item_token') return draw.pick(known.tokens)
  if (field === 'authenticity_token') return draw.pick(known.formTokens)
  if (field === 'user_token') return draw.pick(known.named.userToken ?? ['x'])
  if (field === 'encrypted_token') return draw.pick(known.named.sealed ?? ['x'])
  return draw.pick(RIGHT[field] ?? ['1'])
}

function oddHeaders(draw: Draw, known: Known): Headers {
  const headers = new Headers()
  const set = (share: number, name: string, values: string[]) => {
    if (draw.chance(share)) headers.set(name, draw.pick(values))
  }
  set(0.8, 'accept', ACCEPTS)
  set(0.85, 'cookie', known.cookies)
  set(0.85, 'x-csrf-token', known.formTokens)
  set(0.1, 'origin', ['http://localhost:3000', 'null', 'https://evil.example', ''])
  set(0.1, 'sec-fetch-site', ['same-origin', 'cross-site', 'none', 'x'])
  set(0.1, 'referer', [
    'http://localhost:3000/shop?a=%',
    'http://localhost:3000//evil.example',
    'about:blank',
    '%',
    'http://[',
    'http://localhost:3000/%ff',
  ])
  set(0.1, 'idempotency-key', ['k1', 'k2', 'k3', '', 'k'.repeat(300), "' or 1=1"])
  set(0.05, 'x-forwarded-for', ['1.2.3.4', ',,,', 'x'.repeat(3000), '::1, 1.1.1.1'])
  set(0.05, 'accept-encoding', ['gzip', 'br;q=0', '*', 'identity;q=0', 'x'])
  set(0.05, 'content-encoding', ['gzip', 'br', 'x'])
  set(0.05, 'range', ['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'x'])
  set(0.05, 'if-none-match', ['*', '"x"'])
  set(0.05, 'x-http-method-override', ['DELETE', 'TRACE'])
  set(0.05, 'stripe-signature', ['t=1,v1=x', '', ',', 't='])
  set(0.05, 'x-sec-purpose', ['prefetch'])
  set(0.05, 'content-length', ['0', '999999', '-1', 'x'])
  set(0.02, 'host', ['evil.example', ''])
  set(0.02, 'x-droveway-overridden', ['1'])
  return headers
}

type OddBody = { body: BodyInit | null; type: string | null }

function oddBody(draw: Draw, known: Known): OddBody {
  const kind = draw.pick([
    'json',
    'json',
    'json',
    'form',
    'form',
    'multipart',
    'raw',
    'none',
    'chunks',
    'large',
  ] as const)
  const fields = Array.from({ length: draw.below(9) }, () => draw.pick(FIELDS))
  const values = fields.map((field) => [field, valueFor(draw, field, known)] as const)
  const wrongType = draw.chance(0.08) ? draw.pick(TYPES) : null
  switch (kind) {
    case 'json': {
      const odd = values.map(([field, value]) => [field, draw.chance(0.25) ? draw.pick(ODD_VALUES) : value])
      const text = JSON.stringify(Object.fromEntries(odd))
      return {
        body: draw.chance(0.05) ? text.slice(0, draw.below(text.length)) : text,
        type: wrongType ?? 'application/json',
      }
    }
    case 'form':
      return {
        body: values
          .map(([field, value]) => `${draw.chance(0.1) ? `${field}[]` : field}=${encoded(draw, value)}`)
          .join('&'),
        type: wrongType ?? 'application/x-www-form-urlencoded',
      }
    case 'multipart': {
      const parts = values.map(
        ([field, value]) =>
          `--BBB\r\nContent-Disposition: form-data; name="${field}"${draw.chance(0.1) ? '; filename="x.svg"' : ''}\r\n\r\n${value}\r\n`,
      )
      const text = `${parts.join('')}--BBB--\r\n`
      return {
        body: draw.chance(0.1) ? text.slice(0, draw.below(text.length)) : text,
        type: wrongType ?? 'multipart/form-data; boundary=BBB',
      }
    }
    case 'raw':
      return { body: oddText(draw), type: draw.pick(TYPES) }
    case 'none':
      return { body: null, type: wrongType }
    case 'chunks':
      return { body: inPieces(draw, JSON.stringify(Object.fromEntries(values))), type: 'application/json' }
    case 'large':
      return draw.chance(0.8)
        ? { body: '{}', type: 'application/json' }
        : {
            body: 'a='.concat('b'.repeat(60_000 + draw.below(10_000))),
            type: 'application/x-www-form-urlencoded',
          }
  }
}

/** A body that arrives in chunks, and sometimes breaks off. */
function inPieces(draw: Draw, text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  const breaksOff = draw.chance(0.2)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (breaksOff && at > 3) return controller.error(new Error('reset'))
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + 7))
      at += 7
    },
  })
}
