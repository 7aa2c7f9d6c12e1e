import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type CorporateGiftingContact, corporateGiftingContacts } from '#db/schema/index.ts'
import { giftingQuestion } from '#views/mails/gifting-question.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'

/** Goes to the shop's own address only. */
export const mailGiftingQuestion = job(
  'mail_gifting_question',
  z.object({ contactId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config }, { contactId }) => {
    const contact = giftingContact(db, contactId)
    const giftingUrl = config.appUrl + paths.staffGifting()
    const mail = giftingQuestion({ contact, giftingUrl, store: config.store })
    await mailer.send({ ...mail, key: `gifting_question:${contact.id}`, to: config.store.email })
  },
)

function giftingContact(db: Db, id: number): CorporateGiftingContact {
  const contact = db.select().from(corporateGiftingContacts).where(eq(corporateGiftingContacts.id, id)).get()
  if (!contact) throw new Error(`no gifting contact ${id}`)
  return contact
}
