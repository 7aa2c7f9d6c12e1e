import * as oidc from 'openid-client'
import type { ProviderConfig, ProviderName } from '../../config/social-config.ts'
import { signedSecret } from './signed-secret.ts'

const TIMEOUT_SECONDS = 10

export type AuthorizationParams = { scope: string; response_mode?: string }

/** Apple returns the email only in a form that the browser posts from its page to ours. */
const AUTHORIZATION_PARAMS: Record<ProviderName, AuthorizationParams> = {
  google: { scope: 'openid email profile' },
  apple: { scope: 'openid email', response_mode: 'form_post' },
  facebook: { scope: 'openid email public_profile' },
  oidc: { scope: 'openid email profile' },
}

/** Facebook publishes its keys but not its code flow, which is OpenID Connect at these URLs. */
const STATIC_METADATA: Record<string, oidc.ServerMetadata> = {
  'https://www.facebook.com': {
    issuer: 'https://www.facebook.com',
    authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
}

/** Discovers the provider at the first use, and again only after a failure. */
export function openClient(config: ProviderConfig) {
  let discovery: Promise<oidc.Configuration> | undefined
  return {
    params: AUTHORIZATION_PARAMS[config.name],
    client(): Promise<oidc.Configuration> {
      discovery ??= discover(config).catch((error) => {
        discovery = undefined
        throw error
      })
      return discovery
    },
  }
}

async function discover(config: ProviderConfig): Promise<oidc.Configuration> {
  const metadata = STATIC_METADATA[config.issuer]
  const client = metadata
    ? new oidc.Configuration(metadata, config.clientId, undefined, authentication(config))
    : await oidc.discovery(new URL(config.issuer), config.clientId, undefined, authentication(config), {
        timeout: TIMEOUT_SECONDS,
        // The configuration allows http only in a demo.
        ...(config.issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
  client.timeout = TIMEOUT_SECONDS
  return client
}

/** The secret, in the way that the provider accepts, or one that is signed for this call. */
function authentication({ clientSecret, clientId, issuer }: ProviderConfig): oidc.ClientAuth {
  if (typeof clientSecret !== 'string')
    return (...call) => oidc.ClientSecretPost(signedSecret(clientSecret, clientId, issuer))(...call)
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)]
  return (server, ...call) => {
    const acceptsPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (acceptsPost ? post : basic)(server, ...call)
  }
}
