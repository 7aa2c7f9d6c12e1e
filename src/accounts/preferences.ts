import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type PreferenceLevel, preferences } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isTopic, TOPICS, type Topic } from './preference-rules.ts'

export type Preferences = {
  level: PreferenceLevel
  topics: Topic[]
  textLevel: PreferenceLevel
  /** Version of the preference links in emails; those of an earlier one can only unsubscribe. */
  version: number
}

/** Marketing texts need consent, so they are off by default. */
const DEFAULTS: Preferences = {
  level: 'weekly',
  topics: TOPICS.map(({ name }) => name),
  textLevel: 'never',
  version: 1,
}

export function preferencesOf(db: Db, userId: number): Preferences {
  const row = db.select().from(preferences).where(eq(preferences.userId, userId)).get()
  return row ? { ...row, topics: row.topics.filter(isTopic) } : DEFAULTS
}

/** Every sender of optional email must ask. */
export function wantsMailAbout(db: Db, userId: number, topic: Topic): boolean {
  const { level, topics } = preferencesOf(db, userId)
  return level !== 'never' && topics.includes(topic)
}

export type PreferenceChange = {
  level?: PreferenceLevel | undefined
  topics?: Partial<Record<Topic, boolean>> | undefined
  textLevel?: PreferenceLevel | undefined
}

export const changePreferences = (db: Db, userId: number, change: PreferenceChange, now: Instant) =>
  durably(db, (tx) => writePreferences(tx, userId, change, now))

export function writePreferences(
  tx: DurableTx,
  userId: number,
  change: PreferenceChange,
  now: Instant,
): Preferences {
  const before = preferencesOf(tx, userId)
  const after = {
    level: change.level ?? before.level,
    topics: TOPICS.map(({ name }) => name).filter(
      (name) => change.topics?.[name] ?? before.topics.includes(name),
    ),
    textLevel: change.textLevel ?? before.textLevel,
  }
  tx.insert(preferences)
    .values({ ...after, userId, version: before.version, changedAt: now })
    .onConflictDoUpdate({ target: preferences.userId, set: { ...after, changedAt: now } })
    .run()
  return { ...after, version: before.version }
}

/** From now on, the links in earlier emails, which sit in the old mailbox, can only unsubscribe. */
export function renewPreferenceLinks(tx: DurableTx, userId: number, now: Instant) {
  writePreferences(tx, userId, {}, now)
  tx.update(preferences)
    .set({ version: sql`${preferences.version} + 1` })
    .where(eq(preferences.userId, userId))
    .run()
}
