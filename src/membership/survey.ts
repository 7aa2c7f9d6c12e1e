import { eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { surveyResponses } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type Answers = Record<string, string>

/** One response per order: a later one replaces it. */
export const saveSurvey = (db: Db, orderId: number, answers: Answers, answeredAt: Instant): Promise<void> =>
  durably(db, (tx) => {
    tx.insert(surveyResponses)
      .values({ orderId, answers, answeredAt })
      .onConflictDoUpdate({ target: surveyResponses.orderId, set: { answers, answeredAt } })
      .run()
  })

export const surveyOf = (db: Db, orderId: number): Answers =>
  db.select().from(surveyResponses).where(eq(surveyResponses.orderId, orderId)).get()?.answers ?? {}
