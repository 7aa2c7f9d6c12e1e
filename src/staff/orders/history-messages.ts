import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderMails, textMessages } from '#db/schema/index.ts'
import { jobThing } from '../../jobs/words.ts'
import type { HistoryEvent } from './history.ts'

export const messageEvents = (db: Db, orderId: number): HistoryEvent[] => [
  ...mails(db, orderId),
  ...texts(db, orderId),
]

const mails = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(orderMails)
    .where(eq(orderMails.orderId, orderId))
    .all()
    .map(({ at, kind }) => ({
      at,
      area: 'mail',
      title: `Emailed ${jobThing(kind)}`,
    }))

const TEXT_STATES = {
  waiting: 'is waiting to be sent',
  sending: 'is being sent',
  sent: 'was sent',
  delivered: 'was delivered',
  failed: 'failed',
  dropped: 'was not sent',
} as const

const texts = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select()
    .from(textMessages)
    .where(eq(textMessages.orderId, orderId))
    .all()
    .map(({ sentAt, createdAt, state, kind, body }) => ({
      at: sentAt ?? createdAt,
      area: 'text',
      title: `A text ${TEXT_STATES[state]}`,
      // Staff must not see a code.
      words: kind === 'code' ? 'A code to confirm the number' : body,
    }))
