type Answer = Response
type Fields = Record<string, unknown>
type Handler = { fetch(request: Request): Response | Promise<Response> }

export type Shopper = Awaited<ReturnType<typeof createShopper>>

const ORIGIN = 'http://localhost:3000'

/** A browser in front of the app: cookies, the page's CSRF token, and the kinds of requests browsers send. */
export async function createShopper(app: Handler, provider: Handler, own: Record<string, string> = {}) {
  const cookies = new Map(Object.entries(own))
  let token = ''

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.fetch(new Request(new URL(path, ORIGIN), { ...init, headers }))
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie)
    return response
  }

  /** Navigates to a page; its CSRF token is used from then on. */
  async function visit(path: string): Promise<Answer> {
    const response = await send(path, { headers: { accept: 'text/html' } })
    token = /name="csrf-token" content="([^"]+)"/.exec(await response.clone().text())?.[1] ?? token
    return response
  }

  /** Calls as a page's script does: JSON both ways. */
  const call = (method: string, path: string, fields?: Fields) =>
    send(path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': token },
      ...(fields ? { body: JSON.stringify(fields) } : {}),
    })

  /** Submits a plain form, as a browser without scripts does. */
  const submit = (method: 'POST' | 'PUT' | 'DELETE', path: string, fields: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...fields,
        ...(method === 'POST' ? {} : { _method: method.toLowerCase() }),
        authenticity_token: token,
      }).toString(),
    })

  /** Submits a form as Turbo does. */
  const stream = (method: string, path: string, fields: Record<string, string> = {}) =>
    send(path, {
      method,
      headers: {
        accept: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
        'content-type': 'application/x-www-form-urlencoded',
        'x-csrf-token': token,
      },
      body: new URLSearchParams(fields).toString(),
    })

  /** What the provider's script in the page does with a card: it talks to the provider directly. */
  const confirm = async (clientSecret: string, card = 'pm_card_visa') => {
    const id = clientSecret.split('_secret_')[0]
    const kind = id?.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
    const body = { client_secret: clientSecret, key: 'pk_test_embedded', card }
    return provider.fetch(
      new Request(`${ORIGIN}/${kind}/${id}/confirm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
        body: JSON.stringify(body),
      }),
    )
  }

  /** The shopper's answer to the bank's 3-D Secure challenge. */
  const authenticate = async (clientSecret: string, id: string, outcome: 'complete' | 'fail') =>
    provider.fetch(
      new Request(`${ORIGIN}/${id.startsWith('seti_') ? 'setup' : 'payment'}_intents/${id}/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
        body: JSON.stringify({ client_secret: clientSecret, key: 'pk_test_embedded', outcome }),
      }),
    )

  await visit('/cart') // the cheapest page with a token
  return {
    send,
    visit,
    call,
    submit,
    stream,
    confirm,
    authenticate,
    cookies,
    get token() {
      return token
    },
  }
}

function keepCookie(cookies: Map<string, string>, header: string) {
  const [pair = '', ...attributes] = header.split(';')
  const [name = '', ...value] = pair.split('=')
  if (attributes.some((attribute) => /max-age=0/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, value.join('='))
}
