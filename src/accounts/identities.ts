import { and, asc, eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Identity, identities } from '#db/schema/index.ts'
import { sha256 } from '../tokens.ts'

const NAMES: Record<string, string> = {
  'https://accounts.google.com': 'Google',
  'https://appleid.apple.com': 'Apple',
  'https://www.facebook.com': 'Facebook',
}

export type LinkedSignIn = { token: string; name: string; linkedAt: number }

export const linkedSignIns = (db: Db, userId: number): LinkedSignIn[] =>
  identitiesOf(db, userId).map((identity) => ({
    token: tokenOf(identity),
    name: NAMES[identity.issuer] ?? hostOf(identity.issuer),
    linkedAt: identity.linkedAt,
  }))

/** Never locks anyone out, because an emailed link always signs in. */
export const unlinkSignIn = (db: Db, userId: number, token: string): Promise<boolean> =>
  durably(db, (tx) => {
    const identity = identitiesOf(tx, userId).find((linked) => tokenOf(linked) === token)
    if (!identity) return false
    const { issuer, subject } = identity
    tx.delete(identities)
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .run()
    return true
  })

const identitiesOf = (db: Db, userId: number) =>
  db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.linkedAt)).all()

const tokenOf = ({ issuer, subject }: Identity) => sha256(JSON.stringify([issuer, subject]))

const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
