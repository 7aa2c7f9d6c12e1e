import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { AREAS, type Area } from '#src/shop-settings/group.ts'
import type { GroupRow } from '#src/staff/shop-settings/group-rows.ts'
import { shortMoment } from '../../shared/local-time.ts'

export const SettingsPage = ({ rows }: { rows: GroupRow[] }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Settings</h1>
      <p class="desk__intro">
        You see what a change does before you save it, and you can bring back any version. Placed orders never
        change; a checkout keeps what it promised for a day.
      </p>
    </header>
    {(Object.keys(AREAS) as Area[]).map((area) => (
      <section aria-labelledby={`area_${area}`}>
        <h2 class="desk__section" id={`area_${area}`}>
          {AREAS[area]}
        </h2>
        <ul class="setting-list">{rows.filter(({ group }) => group.area === area).map(toRow)}</ul>
      </section>
    ))}
  </>
)

const toRow = (row: GroupRow) => (
  <li class="setting-list__row">
    <h3 class="setting-list__title">
      <a href={paths.staffSetting(row.group.id)}>{row.group.title}</a>
      {row.isExample && <span class="setting-list__example">Example, not checked yet</span>}
    </h3>
    <p class="setting-list__shows">{row.group.shows}</p>
    <p class="setting-list__who">{whoWords(row)}</p>
  </li>
)

const whoWords = ({ version, changedAt, changedBy }: GroupRow) =>
  version === 0 ? 'Default' : `Version ${version} · ${changedBy} · ${shortMoment(changedAt ?? 0, SHOP_ZONE)}`
