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

/** The accounts at other companies that an account can be entered with, each with a name by which to take it off. */
export const linkedSignIns = (db: Db, userId: number): LinkedSignIn[] =>
  ofAccount(db, userId).map((identity) => ({
    token: tokenOf(identity),
    name: NAMES[identity.issuer] ?? hostOf(identity.issuer),
    linkedAt: identity.linkedAt,
  }))

/** Takes one off. Nobody is locked out: a link by mail always lets in. @returns false where there is no such one */
export const unlinkSignIn = (db: Db, userId: number, token: string): Promise<boolean> =>
  durably(db, (tx) => {
    const identity = ofAccount(tx, userId).find((linked) => tokenOf(linked) === token)
    if (!identity) return false
    const { issuer, subject } = identity
    tx.delete(identities)
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .run()
    return true
  })

const ofAccount = (db: Db, userId: number) =>
  db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.linkedAt)).all()

const tokenOf = ({ issuer, subject }: Identity) => sha256(JSON.stringify([issuer, subject]))

const hostOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
