import type { Configuration } from 'openid-client'
import * as oidc from 'openid-client'
import type { ProviderConfig, ProviderName } from '../../config/social-config.ts'
import { type AuthorizationParams, openClient } from './client.ts'
import { type ProviderIdentity, personOf } from './person.ts'

/** What the returning browser must prove. Only that browser may know it. */
export type Checks = { state: string; nonce: string; verifier: string }

export type Started = { ok: true; address: URL; checks: Checks } | SignInFailure

export type Completed = { ok: true; person: ProviderIdentity } | SignInFailure

/** `refused`: the person declined. `unsound`: the response doesn't match the request. */
export type SignInFailure = { ok: false; reason: 'unreachable' | 'refused' | 'unsound'; code: string }

export type Social = {
  providers: Provider[]
  begin(name: ProviderName, returnTo: string): Promise<Started>
  /** @param address the full URL that the browser returned to, which starts with `returnTo` */
  complete(name: ProviderName, address: URL, checks: Checks): Promise<Completed>
}

export type Provider = { name: ProviderName; label: string }

/** OpenID Connect: code flow with PKCE, state and nonce. Checks the ID token's signature and claims. */
export function createSocial(configs: ProviderConfig[]): Social {
  const clients = new Map(configs.map((config) => [config.name, openClient(config)]))

  type Work<T> = (client: Configuration, params: AuthorizationParams) => Promise<T>

  async function attempt<T>(name: ProviderName, work: Work<T>) {
    const provider = clients.get(name)
    if (!provider) throw new Error(`${name} is not configured`)
    try {
      return { ok: true as const, value: await work(await provider.client(), provider.params) }
    } catch (error) {
      return failure(error)
    }
  }

  return {
    providers: configs.map(({ name, label }) => ({ name, label })),

    async begin(name, returnTo) {
      const started = await attempt(name, async (client, params) => {
        const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
        const verifier = oidc.randomPKCECodeVerifier()
        const address = oidc.buildAuthorizationUrl(client, {
          ...params,
          redirect_uri: returnTo,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { address, checks: { state, nonce, verifier } }
      })
      return started.ok ? { ok: true, ...started.value } : started
    },

    async complete(name, address, { state, nonce, verifier }) {
      const completed = await attempt(name, async (client) => {
        const tokens = await oidc.authorizationCodeGrant(client, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return personOf(client, tokens)
      })
      return completed.ok ? { ok: true, person: completed.value } : completed
    },
  }
}

/** A gateway's error page, or no response in time. */
const UNREACHABLE_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

const MAX_CODE_LENGTH = 60

function failure(error: unknown): SignInFailure {
  if (error instanceof oidc.AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'refused' : 'unsound'
    return { ok: false, reason, code: error.error.slice(0, MAX_CODE_LENGTH) }
  }
  if (error instanceof oidc.ResponseBodyError)
    return { ok: false, reason: 'unsound', code: error.error.slice(0, MAX_CODE_LENGTH) }
  const code = codeOf(error)
  if (code !== null)
    return { ok: false, reason: UNREACHABLE_CODES.has(code) ? 'unreachable' : 'unsound', code }
  // When the server is unreachable, fetch throws a TypeError with the reason as its cause.
  if (error instanceof TypeError && error.cause instanceof Error)
    return { ok: false, reason: 'unreachable', code: codeOf(error.cause) ?? error.cause.name }
  throw error
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
