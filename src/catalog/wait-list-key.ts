import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { waitListEntries } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

type Secrets = Pick<Config, 'sessionSecret'>

export type WaitListEntry = typeof waitListEntries.$inferSelect

/** For the links in its emails: '12-…', the entry and its signature. */
export const entryKey = (config: Secrets, id: number): string => `${id}-${signature(config, id)}`

const signature = ({ sessionSecret }: Secrets, id: number) =>
  hmac(deriveKey(sessionSecret, 'wait-list'), String(id)).toString('base64url')

/** Null for a forged key; for a genuine one, the entry, unless it was removed. */
export function openEntryKey(db: Db, config: Secrets, key: string): { entry: WaitListEntry | null } | null {
  const [, typed = '', signed = ''] = /^(\d{1,12})-([\w-]{43})$/.exec(key) ?? []
  const id = Number(typed)
  if (typed === '' || !isSame(Buffer.from(signature(config, id)), Buffer.from(signed))) return null
  return { entry: db.select().from(waitListEntries).where(eq(waitListEntries.id, id)).get() ?? null }
}
