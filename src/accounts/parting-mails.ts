import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type PartingMail, partingMails } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Chance } from '../tokens.ts'
import { mayNotify } from './notices.ts'

type Doors = { chance: Chance; now: Instant }

/** Has a last mail sent to an address that its account has no more, if that is no flood. */
export function mailParting(
  tx: DurableTx,
  { chance, now }: Doors,
  { kind, email }: Pick<PartingMail, 'kind' | 'email'>,
) {
  if (!mayNotify(tx, { kind, email, now })) return
  const token = chance.token()
  tx.insert(partingMails).values({ token, kind, email, createdAt: now }).run()
  enqueue(tx, { kind: 'mail_parting', key: `mail_parting:${token}`, payload: { mail: token }, now })
}

/** Null once it went. */
export const partingMail = (db: Db, token: string): PartingMail | null =>
  db.select().from(partingMails).where(eq(partingMails.token, token)).get() ?? null

export const forgetPartingMail = (db: Db, token: string) =>
  durably(db, (tx) => {
    tx.delete(partingMails).where(eq(partingMails.token, token)).run()
  })
