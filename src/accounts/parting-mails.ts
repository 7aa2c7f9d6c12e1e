import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type PartingMail, partingMails } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Chance } from '../tokens.ts'
import { mayNotify } from './notices.ts'

type Doors = { db: Db; chance: Chance; now: Instant }

/** Has a last mail sent to an address that its account has no more, if that is no flood. Inside a durable transaction. */
export function mailParting(
  { db, chance, now }: Doors,
  { kind, email }: Pick<PartingMail, 'kind' | 'email'>,
) {
  if (!mayNotify(db, { kind, email, now })) return
  const token = chance.token()
  db.insert(partingMails).values({ token, kind, email, createdAt: now }).run()
  enqueue(db, { kind: 'mail_parting', key: `mail_parting:${token}`, payload: { mail: token }, now })
}

/** Null once it went. */
export const partingMail = (db: Db, token: string): PartingMail | null =>
  db.select().from(partingMails).where(eq(partingMails.token, token)).get() ?? null

export const forgetPartingMail = (db: Db, token: string) =>
  durably(db, () => {
    db.delete(partingMails).where(eq(partingMails.token, token)).run()
  })
