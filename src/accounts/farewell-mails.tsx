import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type FarewellMail, farewellMails } from '#db/schema/index.ts'
import { emailChangedMail } from '#views/mails/account-mails.tsx'
import { accountClosedMail } from '#views/mails/privacy-mails.tsx'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Random } from '../tokens.ts'
import { takeMailAllowance } from './mail-limit.ts'

type Deps = { random: Random; now: Instant }

/** Enqueues a last email to an address its account no longer has, within the mail limit. */
export function sendFarewell(
  tx: DurableTx,
  { random, now }: Deps,
  { kind, email }: Pick<FarewellMail, 'kind' | 'email'>,
) {
  if (!takeMailAllowance(tx, { kind, email, now })) return
  const token = random.token()
  tx.insert(farewellMails).values({ token, kind, email, createdAt: now }).run()
  enqueue(tx, mailFarewell, { mail: token }, { key: `mail_parting:${token}`, now })
}

/** Deletes the stored address once the email is sent. */
export const mailFarewell = job(
  'mail_parting',
  z.object({ mail: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { mail: token }) => {
    const farewell = farewellOf(db, token)
    if (!farewell) return
    const { store } = config
    const mail =
      farewell.kind === 'email_changed' ? emailChangedMail({ store }) : accountClosedMail({ store })
    await mailer.send({ ...mail, key: `parting:${token}`, to: farewell.email })
    await deleteFarewell(db, token)
  },
)

const farewellOf = (db: Db, token: string): FarewellMail | null =>
  db.select().from(farewellMails).where(eq(farewellMails.token, token)).get() ?? null

const deleteFarewell = (db: Db, token: string) =>
  durably(db, (tx) => {
    tx.delete(farewellMails).where(eq(farewellMails.token, token)).run()
  })
