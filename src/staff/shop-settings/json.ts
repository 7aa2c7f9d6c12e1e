import type { SettingVersion } from '#db/schema/index.ts'
import { AREAS, type SettingGroup } from '../../shop-settings/group.ts'
import { differencesOf, type Typed, typedOf } from '../../shop-settings/typed.ts'
import { changedMeanwhile } from '../../web/changed-meanwhile.ts'
import type { GroupRow } from './group-rows.ts'
import type { Problem } from './problems.ts'

type Facts = { group: SettingGroup; versions: SettingVersion[]; version: number; typed: Typed }

export const groupRowJson = ({ group, version, changedAt, changedBy, isExample }: GroupRow) => ({
  group: group.id,
  area: AREAS[group.area],
  title: group.title,
  shows: group.shows,
  version,
  is_example: isExample,
  changed_at: isoOf(changedAt),
  changed_by: changedBy,
})

/** `value` is what a POST takes. */
export const settingJson = ({ group, versions, version, typed }: Facts) => ({
  group: group.id,
  title: group.title,
  version,
  value: typed,
  versions: versions.map((row) => ({
    version: row.version,
    saved_at: isoOf(row.savedAt),
    saved_by: row.savedByName,
    reason: row.reason,
    restores: row.restores,
    value: typedOf(group.fields, row.value),
  })),
})

export const conflictJson = ({ group, version, typed }: Facts, yours: Typed) => ({
  error: STALE,
  message: STALE,
  version,
  value: typed,
  yours,
  differences: differencesOf(group.fields, typed, yours),
})

const STALE = changedMeanwhile('this setting')

export const problemsJson = (problems: Problem[]) => ({
  error: problems[0]?.message ?? '',
  message: problems[0]?.message ?? '',
  errors: Object.fromEntries(problems.map(({ path, message }) => [path ?? 'setting', message])),
})

const isoOf = (at: number | null) => (at ? new Date(at).toISOString() : null)
