import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { identities, users } from '#db/schema/index.ts'
import type { ProviderConfig } from '#src/config/social-config.ts'
import { createSocial } from '#src/providers/social/social.ts'
import { closeWithFile } from '../../support/close-afterwards.ts'
import { openOidcProvider } from '../../support/oidc-provider.ts'
import { world } from '../../support/world.ts'

await world() // the worker's first world seeds the shop, which shouldn't count toward a test's timeout

const RETURN = 'http://localhost:3000/auth/oidc/callback'

const partOf = (token: string, at: number) =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString()) as Record<string, unknown>

test('ACC-9 Apple: handles the form_post callback, and signs a client secret per request', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secrets: string[] = []
  const apple = await openOidcProvider({
    tellsInToken: true,
    acceptsSecret: (given) => secrets.push(given) > 0,
  })
  const config = apple.config({
    name: 'apple',
    label: 'Apple',
    clientSecret: { teamId: 'T', keyId: 'K', pem },
  })
  const { shopper, app, db } = await world({ config: { social: [config] } })
  apple.knows({ sub: 'nora', email: 'nora@example.com', email_verified: 'true' })
  const nora = await shopper()

  const away = await nora.visit('/auth/apple?redirect_url=/cart')
  const address = new URL(away.headers.get('location') ?? '')
  expect(address.searchParams.get('response_mode')).toBe('form_post')
  const { page } = await apple.travel(address.href, 'nora')
  expect(/action="([^"]+)"/.exec(page)?.[1]).toBe('http://localhost:3000/auth/apple/callback')
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const posted = await app.request('http://localhost:3000/auth/apple/callback', {
    method: 'POST',
    headers: {
      origin: apple.issuer,
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams([...fields, ['user', '{"name":"x"}']]).toString(),
  })
  expect([posted.status, posted.headers.getSetCookie()]).toEqual([303, []])
  const back = posted.headers.get('location') ?? ''
  expect(back).toMatch(/^\/auth\/apple\/callback\?code=/)
  expect(db.select().from(identities).all()).toEqual([])
  expect((await nora.visit(back)).headers.get('location')).toBe('/cart')
  expect(
    db
      .select()
      .from(users)
      .all()
      .map(({ email }) => email),
  ).toContain('nora@example.com')

  const [secret = ''] = secrets
  const [said = '', signature = ''] = [secret.slice(0, secret.lastIndexOf('.')), secret.split('.')[2]]
  const key = {
    key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363' as const,
  }
  expect(verify('sha256', Buffer.from(said), key, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(partOf(secret, 0)).toEqual({ alg: 'ES256', kid: 'K', typ: 'JWT' })
  const claims = partOf(secret, 1)
  expect(claims).toMatchObject({ iss: 'T', aud: apple.issuer, sub: 'the-shop' })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
})

test('ACC-9 a form_post from any origin only redirects to our own callback, and signs nobody in', async () => {
  const provider = await openOidcProvider()
  const { shopper, app } = await world({ config: { social: [provider.config()] } })
  const post = (fields: Record<string, string>) =>
    app.request('http://localhost:3000/auth/oidc/callback', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const answer = await post({
    code: '//evil.example',
    state: 'x\r\nLocation: y',
    redirect_url: 'https://evil.example',
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(
    '/auth/oidc/callback?code=%2F%2Fevil.example&state=x%0D%0ALocation%3A+y',
  )
  const eve = await shopper()
  expect((await eve.visit(answer.headers.get('location') ?? '')).headers.get('location')).toBe('/signin')
  expect((await app.request('http://localhost:3000/auth/google/callback', { method: 'POST' })).status).toBe(
    404,
  )
})

test('ACC-9 Facebook is called at its own URL, with PKCE, state and nonce', async () => {
  const issuer = 'https://www.facebook.com'
  const facebook: ProviderConfig = {
    name: 'facebook',
    label: 'Facebook',
    issuer,
    clientId: 'id',
    clientSecret: 'x',
  }
  const social = createSocial([facebook])
  const begun = await social.begin('facebook', RETURN)
  if (!begun.ok) throw new Error(begun.code)
  const { address, checks } = begun
  expect(address.origin + address.pathname).toBe('https://www.facebook.com/v23.0/dialog/oauth')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'id',
    response_type: 'code',
    scope: 'openid email public_profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge_method: 'S256',
  })
  expect(address.href).not.toContain(checks.verifier)
})

test("ACC-9 a callback is checked against the request's state, nonce and verifier", async () => {
  const provider = await openOidcProvider()
  provider.knows({ sub: 'nora', email: 'nora@example.com', email_verified: true, given_name: ' No\u0000ra ' })
  const social = createSocial([provider.config()])
  for (const wrong of [{ state: 'x' }, { nonce: 'x' }, { verifier: 'x'.repeat(43) }, null]) {
    const begun = await social.begin('oidc', RETURN)
    if (!begun.ok) throw new Error(begun.code)
    const { address } = await provider.travel(begun.address.href, 'nora')
    const completed = await social.complete('oidc', new URL(address), { ...begun.checks, ...wrong })
    if (wrong) expect(completed).toMatchObject({ ok: false, reason: 'unsound' })
    else
      expect(completed).toEqual({
        ok: true,
        person: {
          issuer: provider.issuer,
          subject: 'nora',
          email: 'nora@example.com',
          isEmailVerified: true,
          firstName: 'Nora',
          lastName: null,
        },
      })
  }
})

test('ACC-9 a wrong client secret signs nobody in', async () => {
  const provider = await openOidcProvider()
  const social = createSocial([provider.config({ clientSecret: 'guessed' })])
  const begun = await social.begin('oidc', RETURN)
  if (!begun.ok) throw new Error(begun.code)
  const { address } = await provider.travel(begun.address.href, 'nora')
  const completed = await social.complete('oidc', new URL(address), begun.checks)
  expect(completed).toEqual({ ok: false, reason: 'unsound', code: 'invalid_client' })
})

/** A server that isn't a provider and gives every request the same response. */
async function openNobody(
  answer: (request: IncomingMessage, response: ServerResponse, origin: string) => void,
) {
  let origin = ''
  const server = createServer((request, response) => answer(request, response, origin))
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  closeWithFile(() => void server.close())
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return origin
}

const json = (response: ServerResponse, body: unknown) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const NOBODIES: [string, (request: IncomingMessage, response: ServerResponse, origin: string) => void][] = [
  ['hangs up', (request) => void request.socket.destroy()],
  ['is at its limit', (_, response) => void response.writeHead(503).end('later')],
  [
    'shows a page',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
  ],
  [
    'leads elsewhere',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['says nothing', (_, response) => json(response, {})],
  ['says a list', (_, response) => json(response, [])],
  [
    'breaks off',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":'),
  ],
  ['is another', (_, response) => json(response, { issuer: 'https://evil.example' })],
  ['has no doors', (_, response, issuer) => json(response, { issuer })],
]

test.each(NOBODIES)(
  'ACC-9 REL-3 a provider that %s gets the visitor a message, never an error page',
  async (_, answer) => {
    const issuer = await openNobody(answer)
    const { shopper } = await world({
      config: { social: [{ name: 'oidc', label: 'Pasture ID', issuer, clientId: 'x', clientSecret: 'y' }] },
    })
    const nora = await shopper()
    const told = await nora.visit('/auth/oidc')
    expect([told.status, told.headers.get('location')]).toEqual([303, '/signin'])
    expect(await (await nora.visit('/signin')).text()).toMatch(
      /can&#39;t reach Pasture ID|Something went wrong while signing in/,
    )
  },
)

test.each(NOBODIES)(
  'ACC-9 REL-3 a token endpoint that %s signs nobody in, and never throws',
  async (_, answer) => {
    const issuer = await openNobody((request, response, origin) => {
      if (!request.url?.includes('.well-known')) return answer(request, response, origin)
      json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/auth`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
      })
    })
    const social = createSocial([{ name: 'oidc', label: 'x', issuer, clientId: 'x', clientSecret: 'y' }])
    const begun = await social.begin('oidc', RETURN)
    if (!begun.ok) throw new Error(begun.code)
    const back = new URL(`${RETURN}?code=x&state=${begun.checks.state}`)
    expect((await social.complete('oidc', back, begun.checks)).ok).toBe(false)
  },
)

test('ACC-9 requests to a provider time out after ten seconds', async () => {
  const provider = await openOidcProvider()
  const waits = vi.spyOn(AbortSignal, 'timeout')
  const social = createSocial([provider.config()])
  const begun = await social.begin('oidc', RETURN)
  if (!begun.ok) throw new Error(begun.code)
  const { address } = await provider.travel(begun.address.href, 'nora')
  expect((await social.complete('oidc', new URL(address), begun.checks)).ok).toBe(true)
  const limits = waits.mock.calls.map(([milliseconds]) => milliseconds)
  waits.mockRestore()
  expect(limits.length).toBeGreaterThanOrEqual(3)
  expect(new Set(limits)).toEqual(new Set([10_000]))
})
