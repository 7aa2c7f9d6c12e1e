import { asc, eq } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { outboxMessages, textMessages, textSubscriptions, users } from '#db/schema/index.ts'
import { type OutgoingText, type SentText, TextError, type Texter } from '#src/providers/texts/texter.ts'
import { enqueueText, type NewText } from '#src/texts/messages.ts'
import type { World } from './world.ts'

export const PHONE = '+12065550142'

type Shop = Pick<World, 'db' | 'clock'>

/** A stub gateway that fails on demand and records what it sent. */
export function toldTexter() {
  const sent: OutgoingText[] = []
  const told: { fail: TextError | null; losesAnswer: boolean; lists: boolean } = {
    fail: null,
    losesAnswer: false,
    lists: true,
  }
  const answerTo = (text: OutgoingText): SentText => ({ id: `SM${sent.indexOf(text)}`, status: 'queued' })
  const texter: Texter = {
    send(text) {
      if (told.fail) return Promise.reject(told.fail)
      sent.push(text)
      if (told.losesAnswer) return Promise.reject(new TextError('unknown', null, 'no answer'))
      return Promise.resolve(answerTo(text))
    },
    find({ to, body }) {
      const found = told.lists ? sent.find((text) => text.to === to && text.body === body) : undefined
      return Promise.resolve(found ? answerTo(found) : null)
    },
  }
  return { told, sent, texter }
}

export const giveText = ({ db, clock }: Shop, text: Partial<NewText> = {}) =>
  durably(db, (tx) =>
    enqueueText(
      tx,
      { key: 'one', kind: 'shipment', phone: PHONE, zip: '98101', body: 'Your box is on its way.', ...text },
      clock.now(),
    ),
  )

export const textRows = ({ db }: Pick<World, 'db'>) =>
  db.select().from(textMessages).orderBy(asc(textMessages.id)).all()

export const subscriptionRows = ({ db }: Pick<World, 'db'>) =>
  db.select().from(textSubscriptions).orderBy(asc(textSubscriptions.id)).all()

/** The texts to a number at /outbox, oldest first. */
export const textsAt = ({ db }: Pick<World, 'db'>, phone = PHONE): string[] =>
  db
    .select()
    .from(outboxMessages)
    .orderBy(asc(outboxMessages.id))
    .all()
    .filter(({ kind, recipient }) => kind === 'text' && recipient === phone)
    .map(({ text }) => text)

/** As after a confirmed code. */
export function subscribe({ db, clock }: Shop, email: string, phone = PHONE) {
  const user = db.select().from(users).where(eq(users.email, email)).get()
  if (!user) throw new Error(`no account of ${email}`)
  const now = clock.now()
  db.delete(textSubscriptions).where(eq(textSubscriptions.userId, user.id)).run()
  db.insert(textSubscriptions)
    .values({ userId: user.id, phone, state: 'on', askedAt: now, confirmedAt: now })
    .run()
}
