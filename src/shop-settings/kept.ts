import { asc, inArray, sql } from 'drizzle-orm'
import { type Db, isInTransaction, oncePerDatabase } from '#db/client.ts'
import { type SettingVersion, settingVersions, shopVersions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { SettingValue } from './versions.ts'

/*
 * Settings are read once and kept, until `shop_versions.version` moves. A saved setting moves it, in every process. We
 * look for that every 50 ms at most, because a page asks for many settings.
 */

export type KeptSettings = {
  /** The newest value of each group that was ever saved. */
  values: ReadonlyMap<string, SettingVersion>
  /** Of the groups that a promise to a shopper refers to: all versions, the oldest first. */
  history: ReadonlyMap<string, readonly SettingVersion[]>
  /** What is made of them, once: the pages' facts, for example. */
  made: Map<string, object>
}

export const PROMISED_GROUPS = ['ordering', 'rates', 'tax'] as const
export type PromisedGroup = (typeof PROMISED_GROUPS)[number]

const KEPT_MS = 50

const kept = oncePerDatabase(() => ({
  version: -1,
  settings: null as KeptSettings | null,
  /** Looked at so recently that we don't look again. */
  isCurrent: false,
}))

/** @param seenVersion of the shop, if this turn has read it already */
export function keptSettings(db: Db, seenVersion?: number): KeptSettings {
  const own = kept(db)
  if (own.settings && own.isCurrent) return own.settings
  const version = seenVersion ?? shopVersion(db)
  if (own.settings && own.version === version) {
    own.isCurrent = true
    setTimeout(() => lookAgain(db), KEPT_MS).unref()
    return own.settings
  }
  const settings = readSettings(db)
  // A transaction may still be rolled back, and its version be given to another change.
  if (!isInTransaction(db)) Object.assign(own, { version, settings })
  return settings
}

/** At once when this process saves a setting. */
export function lookAgain(db: Db) {
  kept(db).isCurrent = false
}

/** Null: never saved, so its default counts. */
export const savedValue = (db: Db, groupId: string): SettingValue | null =>
  keptSettings(db).values.get(groupId)?.value ?? null

/** As it was just before a moment; null: as it is now. */
export function valueAt(db: Db, groupId: PromisedGroup, at: Instant): SettingValue | null {
  const versions = keptSettings(db).history.get(groupId) ?? []
  const newest = versions.at(-1)
  if (!newest || newest.savedAt < at) return null
  return versions.findLast(({ savedAt }) => savedAt < at)?.value ?? null
}

/** Made once of the settings, and kept as long as they are. */
export function madeOf<T extends object>(settings: KeptSettings, key: string, make: () => T): T {
  const found = settings.made.get(key) as T | undefined
  if (found) return found
  const value = make()
  settings.made.set(key, value)
  return value
}

const shopVersion = (db: Db): number => statements(db).version.get()?.version ?? 0

function readSettings(db: Db): KeptSettings {
  const values = statements(db).newest.all()
  const history = new Map<string, SettingVersion[]>()
  for (const row of statements(db).history.all())
    history.set(row.groupId, [...(history.get(row.groupId) ?? []), row])
  return { values: new Map(values.map((row) => [row.groupId, row])), history, made: new Map() }
}

const statements = oncePerDatabase((db) => ({
  version: db.select({ version: shopVersions.version }).from(shopVersions).prepare(),
  newest: db
    .select()
    .from(settingVersions)
    .where(
      sql`${settingVersions.version} = (select max(newer.version) from ${settingVersions} newer
        where newer.group_id = ${settingVersions.groupId})`,
    )
    .prepare(),
  history: db
    .select()
    .from(settingVersions)
    .where(inArray(settingVersions.groupId, [...PROMISED_GROUPS]))
    .orderBy(asc(settingVersions.groupId), asc(settingVersions.version))
    .prepare(),
}))
