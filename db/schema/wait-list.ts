import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { offers } from './catalog.ts'

export const CAMPAIGN_TYPES = ['sold_out', 'postal_code', 'launch', 'email_capture'] as const

export const waitListEntries = sqliteTable(
  'wait_list_entries',
  {
    id: integer().primaryKey(),
    email: text().notNull(), // in lower case
    campaignType: text({ enum: CAMPAIGN_TYPES }).notNull(),
    offerId: integer().references(() => offers.id, { onDelete: 'cascade' }),
    /** Where the box should go, since another center may restock sooner; for `postal_code`, the place waited for. */
    postalCode: text(),
    joinedAt: integer().notNull(),
    /** Nobody is told twice, unless they join again. */
    toldAt: integer(),
  },
  (t) => [
    uniqueIndex('wait_list_entries_once_per_offer')
      .on(t.email, t.offerId)
      .where(sql`${t.offerId} is not null`),
    uniqueIndex('wait_list_entries_once_per_campaign')
      .on(t.email, t.campaignType)
      .where(sql`${t.offerId} is null and (${t.campaignType} <> 'postal_code' or ${t.postalCode} is null)`),
    uniqueIndex('wait_list_entries_once_per_place')
      .on(t.email, t.postalCode)
      .where(sql`${t.offerId} is null and ${t.campaignType} = 'postal_code'`),
    index('wait_list_entries_of_offer').on(t.offerId, t.joinedAt),
    index('wait_list_entries_by_email').on(t.email),
    index('wait_list_entries_by_age').on(t.joinedAt),
    check('wait_list_entries_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)
