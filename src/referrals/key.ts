import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Referral, referrals } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

type Secrets = Pick<Config, 'sessionSecret'>

/** For the link that ends invitations: '12-…', the referral and its signature. */
export const referralKey = (config: Secrets, id: number): string => `${id}-${signature(config, id)}`

const signature = ({ sessionSecret }: Secrets, id: number) =>
  hmac(deriveKey(sessionSecret, 'invitation'), String(id)).toString('base64url')

/** Null for a forged key. */
export function openReferralKey(db: Db, config: Secrets, key: string): Referral | null {
  const [, typed = '', signed = ''] = /^(\d{1,12})-([\w-]{43})$/.exec(key) ?? []
  const id = Number(typed)
  if (typed === '' || !isSame(Buffer.from(signature(config, id)), Buffer.from(signed))) return null
  return db.select().from(referrals).where(eq(referrals.id, id)).get() ?? null
}
