import * as oidc from 'openid-client'

/** Somebody, on the word of a provider: issuer and subject are who, for good; the rest is what they are called now. */
export type Person = {
  issuer: string
  subject: string
  email: string | null
  /** The provider says that it made sure the address is theirs. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
type Said = Record<string, unknown>

/** Reads the ID token; where it does not name the email, the provider is asked once more. */
export async function personOf(client: oidc.Configuration, tokens: Tokens): Promise<Person> {
  const claims = tokens.claims()
  if (!claims) throw new Error('a token that was expected and checked is not there')
  const isTold = claims.email !== undefined || !client.serverMetadata().userinfo_endpoint
  const said: Said = isTold ? claims : await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof said.email === 'string' ? said.email : null,
    isEmailVerified: said.email_verified === true || said.email_verified === 'true', // Apple may say it in letters
    firstName: nameIn(said.given_name),
    lastName: nameIn(said.family_name),
  }
}

const LONGEST_NAME = 60

function nameIn(said: unknown): string | null {
  const name = typeof said === 'string' ? said.replace(/\p{C}/gu, '').trim() : ''
  return name === '' ? null : name.slice(0, LONGEST_NAME)
}
