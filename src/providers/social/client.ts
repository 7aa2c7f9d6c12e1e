import * as oidc from 'openid-client'
import type { ProviderConfig, ProviderName } from '../../config/social-config.ts'
import { signedSecret } from './signed-secret.ts'

const LONGEST_WAIT_SECONDS = 10

/** What is asked of a provider beside the usual. */
export type Asked = { scope: string; response_mode?: string }

/** Apple answers a question for the email only by a form that the browser posts from its page to ours. */
const ASKED: Record<ProviderName, Asked> = {
  google: { scope: 'openid email profile' },
  apple: { scope: 'openid email', response_mode: 'form_post' },
  facebook: { scope: 'openid email public_profile' },
  oidc: { scope: 'openid email profile' },
}

/** Facebook tells of its keys but not of its code flow, which is OpenID Connect with these addresses. */
const UNTOLD: Record<string, oidc.ServerMetadata> = {
  'https://www.facebook.com': {
    issuer: 'https://www.facebook.com',
    authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  },
}

/** The client of a provider: made when it is first needed, kept then, and tried again as long as it fails. */
export function openClient(config: ProviderConfig) {
  let opening: Promise<oidc.Configuration> | undefined
  return {
    asked: ASKED[config.name],
    client(): Promise<oidc.Configuration> {
      opening ??= discover(config).catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },
  }
}

async function discover(config: ProviderConfig): Promise<oidc.Configuration> {
  const told = UNTOLD[config.issuer]
  const client = told
    ? new oidc.Configuration(told, config.clientId, undefined, authentication(config))
    : await oidc.discovery(new URL(config.issuer), config.clientId, undefined, authentication(config), {
        timeout: LONGEST_WAIT_SECONDS,
        // Only a demo shop's configuration lets such an issuer through.
        ...(config.issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
  client.timeout = LONGEST_WAIT_SECONDS
  return client
}

/** How the shop proves itself: by its secret, in the way the provider takes it, or by one signed for the occasion. */
function authentication({ clientSecret, clientId, issuer }: ProviderConfig): oidc.ClientAuth {
  if (typeof clientSecret !== 'string')
    return (...call) => oidc.ClientSecretPost(signedSecret(clientSecret, clientId, issuer))(...call)
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)]
  return (server, ...call) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(server, ...call)
  }
}
