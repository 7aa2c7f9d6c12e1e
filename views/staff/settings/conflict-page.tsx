import type { SettingVersion } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { SettingGroup } from '#src/shop-settings/group.ts'
import { differencesOf, type Typed } from '#src/shop-settings/typed.ts'
import { Alert } from '../../shared/alert.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { DifferenceTable } from './difference-table.tsx'
import { SettingForm } from './setting-page.tsx'

type ConflictProps = {
  group: SettingGroup
  versions: SettingVersion[]
  version: number
  /** What is saved now. */
  typed: Typed
  yours: Typed
  reason: string
}

/** Both versions, and the form with the refused one: saving it again replaces the newer version. */
export const SettingConflictPage = ({ group, versions, version, typed, yours, reason }: ConflictProps) => (
  <>
    <header class="desk__head">
      <p>
        <a href={paths.staffSettings()}>Settings</a>
      </p>
      <h1 class="desk__title">{group.title}</h1>
    </header>
    <Alert takesFocus>
      {whoSaved(versions[0])} after you opened it. Your changes weren't saved. Here's what's different:
    </Alert>
    <DifferenceTable differences={differencesOf(group.fields, typed, yours)} heads={['Saved now', 'Yours']} />
    <p class="setting-form__ways">
      <a class="button button--quiet" href={paths.staffSetting(group.id)}>
        Keep the saved version
      </a>
    </p>
    <h2 class="desk__section">Or continue with yours</h2>
    <SettingForm group={group} typed={yours} seen={version} reason={reason} problems={[]} />
  </>
)

const whoSaved = (newest: SettingVersion | undefined) =>
  newest
    ? `${newest.savedByName} saved version ${newest.version} on ${shortMoment(newest.savedAt, SHOP_ZONE)},`
    : 'This was saved'
