import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { farms } from './farms.ts'

export const farmFollows = sqliteTable(
  'farm_follows',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    farmId: integer()
      .notNull()
      .references(() => farms.id, { onDelete: 'cascade' }),
    followedAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.farmId] }),
    index('farm_follows_of_farm').on(t.farmId, t.userId),
  ],
)

/** When shoppers could first buy an offer. Followers hear only of what is newer than their follow. */
export const farmNews = sqliteTable(
  'farm_news',
  {
    offerId: integer()
      .primaryKey()
      .references(() => offers.id, { onDelete: 'cascade' }),
    noticedAt: integer().notNull(),
  },
  (t) => [index('farm_news_by_age').on(t.noticedAt)],
)

/** The last news mail of each follower. Written before it leaves, so that none leaves twice. */
export const followMails = sqliteTable('follow_mails', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sentAt: integer().notNull(),
})
