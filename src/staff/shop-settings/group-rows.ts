import type { Db } from '#db/client.ts'
import type { Config } from '../../config/config.ts'
import type { Instant } from '../../day.ts'
import type { SettingGroup } from '../../shop-settings/group.ts'
import { SETTING_GROUPS } from '../../shop-settings/groups/index.ts'
import { keptSettings } from '../../shop-settings/kept.ts'

export type GroupRow = {
  group: SettingGroup
  /** 0: never saved. */
  version: number
  changedAt: Instant | null
  changedBy: string | null
  /** An example value that the owner hasn't confirmed. */
  isExample: boolean
}

export function groupRows(db: Db, { demo }: Pick<Config, 'demo'>): GroupRow[] {
  const { values } = keptSettings(db)
  return SETTING_GROUPS.map((group) => {
    const saved = values.get(group.id)
    return {
      group,
      version: saved?.version ?? 0,
      changedAt: saved?.savedAt ?? null,
      changedBy: saved?.savedByName ?? null,
      isExample: !demo && group.isExample === true && !saved,
    }
  })
}
