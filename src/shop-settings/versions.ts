import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type SettingVersion, settingVersions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { lookAgain } from './kept.ts'

export type SettingValue = Record<string, unknown>

export type NewVersion = {
  groupId: string
  /** The value in force, which the first change saves as version 1. */
  before: SettingValue
  value: SettingValue
  /** The version that the author saw; 0 before the first change. */
  seen: number
  by: { id: number; name: string }
  reason: string
  restores?: number | null
  now: Instant
}

export type Saved = { ok: true; version: number } | { ok: false; reason: 'stale'; current: number }

const CAME_WITH_THE_SHOP = 'Came with the shop'

/** The first of two people who change the same version wins; the other one is refused. */
export function saveVersion(tx: Tx, { groupId, before, value, seen, by, now, ...rest }: NewVersion): Saved {
  const current = currentVersion(tx, groupId)
  if (current !== seen) return { ok: false, reason: 'stale', current }
  if (current === 0)
    tx.insert(settingVersions)
      .values({ groupId, version: 1, value: before, savedAt: 0, savedByName: CAME_WITH_THE_SHOP })
      .run()
  const version = Math.max(current, 1) + 1
  tx.insert(settingVersions)
    .values({
      groupId,
      version,
      value,
      savedAt: now,
      savedById: by.id,
      savedByName: by.name,
      reason: rest.reason,
      restores: rest.restores ?? null,
    })
    .run()
  lookAgain(tx)
  return { ok: true, version }
}

export const currentVersion = (db: Db, groupId: string): number =>
  db
    .select({ version: settingVersions.version })
    .from(settingVersions)
    .where(eq(settingVersions.groupId, groupId))
    .orderBy(desc(settingVersions.version))
    .limit(1)
    .get()?.version ?? 0

const SHOWN_VERSIONS = 50

/** The newest first. */
export const versionsOf = (db: Db, groupId: string): SettingVersion[] =>
  db
    .select()
    .from(settingVersions)
    .where(eq(settingVersions.groupId, groupId))
    .orderBy(desc(settingVersions.version))
    .limit(SHOWN_VERSIONS)
    .all()

export const findVersion = (db: Db, groupId: string, version: number): SettingVersion | null =>
  db
    .select()
    .from(settingVersions)
    .where(and(eq(settingVersions.groupId, groupId), eq(settingVersions.version, version)))
    .get() ?? null
