import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type FarewellMail, farewellMails } from '#db/schema/index.ts'
import { emailChangedMail } from '#views/mails/account-mails.tsx'
import { accountClosedMail } from '#views/mails/privacy-mails.tsx'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Chance } from '../tokens.ts'
import { takeMailAllowance } from './mail-limit.ts'

type Doors = { chance: Chance; now: Instant }

/** Has a last mail sent to an address that its account has no more, if that is no flood. */
export function sendFarewell(
  tx: DurableTx,
  { chance, now }: Doors,
  { kind, email }: Pick<FarewellMail, 'kind' | 'email'>,
) {
  if (!takeMailAllowance(tx, { kind, email, now })) return
  const token = chance.token()
  tx.insert(farewellMails).values({ token, kind, email, createdAt: now }).run()
  enqueue(tx, mailFarewell, { mail: token }, { key: `mail_parting:${token}`, now })
}

/** The last word to an address that its account has no more; then the address is forgotten. */
export const mailFarewell = job(
  'mail_parting',
  z.object({ mail: z.string() }),
  { attempts: 10 },
  async ({ db, mailer, config }, { mail: token }) => {
    const parting = farewellOf(db, token)
    if (!parting) return
    const { store } = config
    const mail = parting.kind === 'email_changed' ? emailChangedMail({ store }) : accountClosedMail({ store })
    await mailer.send({ ...mail, key: `parting:${token}`, to: parting.email })
    await deleteFarewell(db, token)
  },
)

/** Null once it went. */
const farewellOf = (db: Db, token: string): FarewellMail | null =>
  db.select().from(farewellMails).where(eq(farewellMails.token, token)).get() ?? null

const deleteFarewell = (db: Db, token: string) =>
  durably(db, (tx) => {
    tx.delete(farewellMails).where(eq(farewellMails.token, token)).run()
  })
