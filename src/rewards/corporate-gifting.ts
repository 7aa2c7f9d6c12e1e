import { type Db, durably } from '#db/client.ts'
import { corporateGiftingContacts } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { sha256 } from '../tokens.ts'
import type { GiftingQuestion } from './corporate-gifting-fields.ts'
import { mailGiftingQuestion } from './mails.tsx'

/** The same question sent again is stored and emailed once. */
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
    enqueue(tx, mailGiftingQuestion, { contactId: added.id }, { key, now })
  })
}
