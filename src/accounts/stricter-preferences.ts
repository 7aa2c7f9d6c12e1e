import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { preferences } from '#db/schema/index.ts'
import { TOPICS } from './preference-rules.ts'
import { type PreferenceChange, type Preferences, preferencesOf } from './preferences.ts'

const hasChosen = (db: Db, userId: number): boolean =>
  db.select().from(preferences).where(eq(preferences.userId, userId)).get() !== undefined

/** Of two accounts of one person: a no on either is a no. Defaults that nobody chose count for nothing. */
export function stricterPreferences(db: Db, from: number, into: number): PreferenceChange {
  const [theirs, own] = [preferencesOf(db, from), preferencesOf(db, into)]
  if (!hasChosen(db, from)) return {}
  const isTopicOn = (name: Preferences['topics'][number]) =>
    own.topics.includes(name) && theirs.topics.includes(name)
  return {
    level: own.level === 'never' || theirs.level === 'never' ? 'never' : own.level,
    textLevel: own.textLevel === 'never' || theirs.textLevel === 'never' ? 'never' : own.textLevel,
    topics: Object.fromEntries(TOPICS.map(({ name }) => [name, isTopicOn(name)])),
  }
}
