import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { offers } from './catalog.ts'

/** What people left their address for; `sold_out` mostly names an offer. */
export const CAMPAIGN_TYPES = ['sold_out', 'postal_code', 'launch', 'email_capture'] as const

/**
 * Who wants to be told, and of what: once a person and offer, or, without an offer, once a person and campaign. Who
 * waits for us to deliver does so once a place.
 */
export const waitListEntries = sqliteTable(
  'wait_list_entries',
  {
    id: integer().primaryKey(),
    /** In lower case, so that each spelling of an address is the same person. */
    email: text().notNull(),
    campaignType: text({ enum: CAMPAIGN_TYPES }).notNull(),
    offerId: integer().references(() => offers.id, { onDelete: 'cascade' }),
    /** The five digits of where it should go, when known: another center may have it sooner. Or the place waited for. */
    postalCode: text(),
    joinedAt: integer().notNull(),
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
    check('wait_list_entries_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)
