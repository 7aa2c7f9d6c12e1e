import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context, Provider } from 'oidc-provider'
import type { ProviderConfig } from '#src/config/social-config.ts'
import { closeWithFile } from './close-afterwards.ts'

/** A user's claims, by their OpenID names. */
export type Known = {
  sub: string
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
}

export type OidcProvider = Awaited<ReturnType<typeof openOidcProvider>>

type ListingFilters = {
  /** The shop's origin, where the provider sends people back to. */
  shop?: string
  /** As Google and Apple do: includes the email in the ID token itself. */
  tellsInToken?: boolean
  /** Replaces the comparison of the shop's client secret. */
  acceptsSecret?: (given: string) => boolean
}

const CLIENT = { id: 'the-shop', secret: 'a-client-secret-of-the-tests-only' }
const SCOPES = 'openid email profile'

/**
 * A real OpenID provider on its own port that requires PKCE. Nobody types: `knows` registers a user, and `travel` walks
 * through its pages as that user, or as one who declines.
 */
export async function openOidcProvider({ shop = 'http://localhost:3000', ...wishes }: ListingFilters = {}) {
  const people = new Map<string, Known>()
  const asked: string[] = []
  let comes: string | null = null
  let isDown = false

  let answer = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (isDown) response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
    else answer(request, response)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  closeWithFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await quietly(async () => {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration(shop, people, wishes.tellsInToken === true))
  })
  if (wishes.acceptsSecret) provider.Client.prototype.compareClientSecret = wishes.acceptsSecret
  const pages = provider.callback()
  answer = (request, response) =>
    request.url?.startsWith('/come-in/')
      ? void comeIn(provider, request, response, comes)
      : void pages(request, response)

  return {
    issuer,
    /** Every request it got, in order. */
    asked,
    config: (given: Partial<ProviderConfig> = {}): ProviderConfig => ({
      name: 'oidc',
      label: 'Pasture ID',
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      ...given,
    }),
    knows: (person: Known) => void people.set(person.sub, person),
    /** Sets who signs in next in a browser. */
    expects(who: string | null) {
      comes = who
    },
    isDown(down: boolean) {
      isDown = down
    },
    /** Follows redirects from the shop's redirect to the provider's redirect back, or to the page with its form. */
    async travel(address: string, who: string | null): Promise<{ address: string; page: string }> {
      comes = who
      const cookies = new Map<string, string>()
      let at = address
      for (let steps = 0; steps < 10; steps++) {
        const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie: sent } })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) return { address: at, page: await response.text() }
        at = new URL(location, at).href
        if (at.startsWith(shop)) return { address: at, page: '' }
      }
      throw new Error(`lost on the way at ${at}`)
    },
  }
}

async function comeIn(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  who: string | null,
) {
  const no = { error: 'access_denied', error_description: 'they said no' }
  await provider.interactionFinished(request, response, who === null ? no : { login: { accountId: who } })
}

function configuration(shop: string, people: Map<string, Known>, tellsInToken: boolean) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'of-the-tests', alg: 'RS256', use: 'sig' }
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['oidc', 'google', 'apple', 'facebook'].map((name) => `${shop}/auth/${name}/callback`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a cookie key of the tests only'] },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: !tellsInToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/come-in/${uid}` },
    findAccount: (_: Context, sub: string) => ({
      accountId: sub,
      claims: () => people.get(sub) ?? { sub },
    }),
    async loadExistingGrant({ oidc }: Context) {
      const { accountId } = oidc.session
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        ...(accountId ? { accountId } : {}),
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    renderError(ctx: { body: string }, out: Record<string, unknown>) {
      ctx.body = JSON.stringify(out)
    },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [
        kind,
        600,
      ]),
    ),
  }
}

/** It logs warnings about this Node version and its in-memory store, which are fine in tests. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console
  console.warn = console.info = () => {}
  try {
    return await work()
  } finally {
    console.warn = warn
    console.info = info
  }
}
