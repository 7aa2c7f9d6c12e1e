import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Companies that ask about boxes for many. The digest is that of all they wrote: sent twice, it is one question. */
export const corporateGiftingContacts = sqliteTable(
  'corporate_gifting_contacts',
  {
    id: integer().primaryKey(),
    digest: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    phone: text(), // E.164
    /** How many boxes, when they know. */
    quantity: integer(),
    message: text().notNull(),
    askedAt: integer().notNull(),
  },
  (t) => [uniqueIndex('corporate_gifting_contacts_once').on(t.digest)],
)

export type CorporateGiftingContact = typeof corporateGiftingContacts.$inferSelect
