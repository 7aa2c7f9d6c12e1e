import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What the owner set, a row each time: the newest of a group counts. Triggers refuse changes to a row, and count each
 * new one in `shop_versions`.
 */
export const settingVersions = sqliteTable(
  'setting_versions',
  {
    id: integer().primaryKey(),
    groupId: text().notNull(), // src/shop-settings/groups
    version: integer().notNull(), // 1: as it was before the first change
    value: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    savedAt: integer().notNull(),
    savedById: integer(), // users.id; null: nobody, it came with the shop
    savedByName: text().notNull(), // as it was then
    reason: text().notNull().default(''),
    restores: integer(), // the version that this one brought back
  },
  (t) => [
    uniqueIndex('setting_versions_of_group').on(t.groupId, t.version),
    check('setting_versions_version', sql`${t.version} >= 1`),
  ],
)

export type SettingVersion = typeof settingVersions.$inferSelect
