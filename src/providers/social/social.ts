import type { Configuration } from 'openid-client'
import * as oidc from 'openid-client'
import type { ProviderConfig, ProviderName } from '../../config/social-config.ts'
import { type Asked, openClient } from './client.ts'
import { type Person, personOf } from './person.ts'

/** What this browser must be able to show when it comes back; kept where nobody else reads it. */
export type Checks = { state: string; nonce: string; verifier: string }

export type Begun = { ok: true; address: URL; checks: Checks } | Failed

export type Completed = { ok: true; person: Person } | Failed

/** `refused`: the person said no. `unsound`: an answer that does not fit what was asked. */
export type Failed = { ok: false; reason: 'unreachable' | 'refused' | 'unsound'; code: string }

/** Other companies that tell us who somebody is. */
export type Social = {
  /** Those that are configured, in the order of their buttons. */
  providers: Provider[]
  /** Where to send somebody who wants to be known by a provider, and what to check when they are back. */
  begin(name: ProviderName, returnTo: string): Promise<Begun>
  /** Who came back. @param address the whole address they came back to, under the one that `begin` was given */
  complete(name: ProviderName, address: URL, checks: Checks): Promise<Completed>
}

export type Provider = { name: ProviderName; label: string }

/** By OpenID Connect: code flow with PKCE, state and nonce, and an ID token whose signature and claims are checked. */
export function createSocial(configs: ProviderConfig[]): Social {
  const open = new Map(configs.map((config) => [config.name, openClient(config)]))

  async function attempt<T>(name: ProviderName, work: (client: Configuration, asked: Asked) => Promise<T>) {
    const opened = open.get(name)
    if (!opened) throw new Error(`${name} is not configured`)
    try {
      return { ok: true as const, value: await work(await opened.client(), opened.asked) }
    } catch (error) {
      return failure(error)
    }
  }

  return {
    providers: configs.map(({ name, label }) => ({ name, label })),

    async begin(name, returnTo) {
      const begun = await attempt(name, async (client, asked) => {
        const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
        const verifier = oidc.randomPKCECodeVerifier()
        const address = oidc.buildAuthorizationUrl(client, {
          ...asked,
          redirect_uri: returnTo,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { address, checks: { state, nonce, verifier } }
      })
      return begun.ok ? { ok: true, ...begun.value } : begun
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

/** Codes of answers that are no answers of the protocol: a gateway's page, or nothing in time. */
const UNREACHED = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** What a provider, or whoever writes its answers, may say of itself; for the log. */
const LONGEST_CODE = 60

function failure(error: unknown): Failed {
  if (error instanceof oidc.AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'refused' : 'unsound'
    return { ok: false, reason, code: error.error.slice(0, LONGEST_CODE) }
  }
  if (error instanceof oidc.ResponseBodyError)
    return { ok: false, reason: 'unsound', code: error.error.slice(0, LONGEST_CODE) }
  const code = codeOf(error)
  if (code !== null) return { ok: false, reason: UNREACHED.has(code) ? 'unreachable' : 'unsound', code }
  // What fetch throws when nobody answers carries the reason beneath.
  if (error instanceof TypeError && error.cause instanceof Error)
    return { ok: false, reason: 'unreachable', code: codeOf(error.cause) ?? error.cause.name }
  throw error
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
