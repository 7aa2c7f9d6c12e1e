import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type PreferenceLevel, preferences } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isTopic, TOPICS, type Topic } from './preference-rules.ts'

export type Preferences = {
  level: PreferenceLevel
  topics: Topic[]
  textLevel: PreferenceLevel
  /** Of the links in mails that lead here. */
  version: number
}

/** Who has said nothing is written to weekly at most, and sent no marketing texts: those need a consent. */
const UNSAID: Preferences = {
  level: 'weekly',
  topics: TOPICS.map(({ name }) => name),
  textLevel: 'never',
  version: 1,
}

export function preferencesOf(db: Db, userId: number): Preferences {
  const row = db.select().from(preferences).where(eq(preferences.userId, userId)).get()
  return row ? { ...row, topics: row.topics.filter(isTopic) } : UNSAID
}

/** Whether a mail about it may go out at all. Every sender of such mail asks. */
export function wantsMailAbout(db: Db, userId: number, topic: Topic): boolean {
  const { level, topics } = preferencesOf(db, userId)
  return level !== 'never' && topics.includes(topic)
}

/** What is to change; what is not named stays. */
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

/** Makes the links in all mails that went out so far worthless: they lie in another mailbox now. */
export function renewPreferenceLinks(tx: DurableTx, userId: number, now: Instant) {
  writePreferences(tx, userId, {}, now)
  tx.update(preferences)
    .set({ version: sql`${preferences.version} + 1` })
    .where(eq(preferences.userId, userId))
    .run()
}
