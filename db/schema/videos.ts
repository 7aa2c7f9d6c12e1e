import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { farms } from './farms.ts'

export const videos = sqliteTable(
  'videos',
  {
    id: integer().primaryKey(),
    uri: text().notNull(), // in its address
    title: text().notNull(),
    summary: text().notNull(),
    seconds: integer().notNull(),
    /** The name of its files in `public/clips`: `.webm` and `.mp4`, and `.vtt` with the captions. */
    file: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    poster: text().notNull(), // a name in the manifest of pictures
    /** The captions as text, for people who don't watch. */
    transcript: text({ mode: 'json' }).$type<string[]>().notNull(),
    farmId: integer().references(() => farms.id, { onDelete: 'set null' }),
    position: integer().notNull(),
  },
  (t) => [uniqueIndex('videos_uri').on(t.uri), index('videos_of_farm').on(t.farmId)],
)

export type Video = typeof videos.$inferSelect
