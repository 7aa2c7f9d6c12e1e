import * as oidc from 'openid-client'

/** Issuer and subject identify a person for good; the rest may change. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
type Claims = Record<string, unknown>

export async function personOf(client: oidc.Configuration, tokens: Tokens): Promise<ProviderIdentity> {
  const idToken = tokens.claims()
  if (!idToken) throw new Error('the provider sent no ID token')
  const isComplete = idToken.email !== undefined || !client.serverMetadata().userinfo_endpoint
  const claims: Claims = isComplete
    ? idToken
    : await oidc.fetchUserInfo(client, tokens.access_token, idToken.sub)
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true', // Apple may send a string
    firstName: nameIn(claims.given_name),
    lastName: nameIn(claims.family_name),
  }
}

const MAX_NAME_LENGTH = 60

function nameIn(claim: unknown): string | null {
  const name = typeof claim === 'string' ? claim.replace(/\p{C}/gu, '').trim() : ''
  return name === '' ? null : name.slice(0, MAX_NAME_LENGTH)
}
