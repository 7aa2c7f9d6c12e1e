import { count, desc, gt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { corporateGiftingContacts } from '#db/schema/index.ts'

export const QUESTIONS_PER_PAGE = 25

export type GiftingQuestions = ReturnType<typeof giftingQuestions>

/** What companies asked, the newest first. */
export function giftingQuestions(db: Db, page: number) {
  const total = db.select({ total: count() }).from(corporateGiftingContacts).get()?.total ?? 0
  const rows = db
    .select()
    .from(corporateGiftingContacts)
    .where(gt(corporateGiftingContacts.id, 0)) // by its key, so that a page reads its own rows only
    .orderBy(desc(corporateGiftingContacts.id))
    .limit(QUESTIONS_PER_PAGE)
    .offset((page - 1) * QUESTIONS_PER_PAGE)
    .all()
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / QUESTIONS_PER_PAGE)) }
}
