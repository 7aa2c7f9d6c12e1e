import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

export const TEXT_ENDS = ['person', 'stop', 'delivered', 'failed'] as const

/** Delivery texts of an account, or of one order until it's delivered. Marketing texts are in `preferences`. */
export const textSubscriptions = sqliteTable(
  'text_subscriptions',
  {
    id: integer().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    orderId: integer().references(() => orders.id, { onDelete: 'cascade' }),
    phone: text().notNull(), // E.164
    state: text({ enum: ['pending', 'on', 'off'] }).notNull(),
    /** While texts are on: the number that its owner wants instead. `phone` gets them until this one is confirmed. */
    nextPhone: text(), // E.164
    /** The code derives from it and the shop's secret, so that the row can't reveal it. Null once used up. */
    codeToken: text(),
    codeExpiresAt: integer(),
    codeTries: integer().notNull().default(0),
    askedAt: integer().notNull(),
    confirmedAt: integer(),
    endedAt: integer(),
    endReason: text({ enum: TEXT_ENDS }),
  },
  (t) => [
    uniqueIndex('text_subscriptions_of_user').on(t.userId).where(sql`user_id is not null`),
    uniqueIndex('text_subscriptions_of_order').on(t.orderId).where(sql`order_id is not null`),
    index('text_subscriptions_by_phone').on(t.phone),
    index('text_subscriptions_by_next_phone').on(t.nextPhone).where(sql`next_phone is not null`),
    index('text_subscriptions_pending').on(t.askedAt).where(sql`state = 'pending'`),
    index('text_subscriptions_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check('text_subscriptions_subject', sql`(${t.userId} is null) <> (${t.orderId} is null)`),
  ],
)

export type TextSubscription = typeof textSubscriptions.$inferSelect
export type TextEnd = (typeof TEXT_ENDS)[number]

/** `code` and `answer` are replies to a person who waits; the others keep quiet hours. */
export const TEXT_KINDS = ['code', 'answer', 'shipment', 'weather', 'marketing'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** `sending`: the gateway may have it. The row is committed before the gateway is called. */
export const TEXT_STATES = ['waiting', 'sending', 'sent', 'delivered', 'failed', 'dropped'] as const

export const textMessages = sqliteTable(
  'text_messages',
  {
    id: integer().primaryKey(),
    key: text().notNull(),
    kind: text({ enum: TEXT_KINDS }).notNull(),
    subscriptionId: integer().references(() => textSubscriptions.id, { onDelete: 'cascade' }),
    orderId: integer().references(() => orders.id, { onDelete: 'cascade' }),
    phone: text().notNull(), // E.164
    zip: text(), // of the recipient, for quiet hours
    body: text().notNull(),
    /** A newer text about the same matter replaces one that still waits. */
    matter: text(),
    state: text({ enum: TEXT_STATES }).notNull().default('waiting'),
    /** How far the gateway's reports have come; a lower one is old news. */
    reportRank: integer().notNull().default(0),
    providerId: text(),
    errorCode: integer(),
    /** When the gateway was last called, by the machine's time. */
    calledAt: integer(),
    createdAt: integer().notNull(),
    sentAt: integer(),
  },
  (t) => [
    uniqueIndex('text_messages_key').on(t.key),
    uniqueIndex('text_messages_provider_id').on(t.providerId).where(sql`provider_id is not null`),
    index('text_messages_by_phone').on(t.phone, t.createdAt),
    index('text_messages_of_order').on(t.orderId),
    index('text_messages_of_subscription').on(t.subscriptionId),
    index('text_messages_waiting').on(t.matter).where(sql`state = 'waiting'`),
    index('text_messages_by_age').on(t.createdAt),
  ],
)

export type TextMessage = typeof textMessages.$inferSelect

/** Each is handled once. Kept as proof of when a number revoked or gave consent. */
export const incomingTexts = sqliteTable(
  'incoming_texts',
  {
    messageSid: text().primaryKey(),
    phoneHash: text().notNull(),
    word: text().notNull(), // what we understood
    receivedAt: integer().notNull(),
  },
  (t) => [
    index('incoming_texts_of_phone').on(t.phoneHash, t.receivedAt),
    index('incoming_texts_by_age').on(t.receivedAt),
  ],
)
