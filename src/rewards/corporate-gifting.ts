import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type CorporateGiftingContact, corporateGiftingContacts } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { sha256 } from '../tokens.ts'
import type { GiftingQuestion } from './corporate-gifting-fields.ts'

/** Keeps what a company asks and has it mailed to the people of the shop; the same words again are the same question. */
export async function askAboutGifting(db: Db, question: GiftingQuestion, now: Instant) {
  const digest = sha256(JSON.stringify(question))
  await durably(db, (tx) => {
    const added = tx
      .insert(corporateGiftingContacts)
      .values({ ...question, digest, askedAt: now })
      .onConflictDoNothing()
      .returning({ id: corporateGiftingContacts.id })
      .get()
    if (!added) return
    const key = `mail_gifting_question:${added.id}`
    enqueue(tx, { kind: 'mail_gifting_question', key, payload: { contactId: added.id }, now })
  })
}

/** @throws when there is none: a job that names it is a bug */
export function giftingContact(db: Db, id: number): CorporateGiftingContact {
  const contact = db.select().from(corporateGiftingContacts).where(eq(corporateGiftingContacts.id, id)).get()
  if (!contact) throw new Error(`no gifting contact ${id}`)
  return contact
}
