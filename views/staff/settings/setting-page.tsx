import type { SettingVersion } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { type SettingGroup, takesPictures } from '#src/shop-settings/group.ts'
import { type Difference, differencesOf, type Typed, typedOf } from '#src/shop-settings/typed.ts'
import type { Problem } from '#src/staff/shop-settings/problems.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { shortMoment } from '../../shared/local-time.ts'
import { DifferenceTable } from './difference-table.tsx'
import { SettingFields } from './fields.tsx'

export type SettingProps = {
  group: SettingGroup
  versions: SettingVersion[]
  version: number
  typed: Typed
  seen: number
  reason: string
  problems: Problem[]
  demo: boolean
}

export const SettingPage = (props: SettingProps) => (
  <>
    <header class="desk__head">
      <p>
        <a href={paths.staffSettings()}>Settings</a>
      </p>
      <h1 class="desk__title">{props.group.title}</h1>
      <p class="desk__intro">{props.group.intro}</p>
      <p class="desk__intro">Where it shows: {props.group.shows}</p>
    </header>
    {props.group.isExample && props.version === 0 && !props.demo && (
      <p class="notice notice--info">
        <span class="notice__text">
          These are example values that came with the shop. Check them and save, even if they're right as they
          are.
        </span>
      </p>
    )}
    {props.problems.length > 0 && <Problems {...props} />}
    <SettingForm {...props} />
    <Versions {...props} />
  </>
)

/** Those that no field shows, and how many there are. */
const Problems = ({ problems }: SettingProps) => (
  <Alert takesFocus>
    {[
      ...problems.filter(({ path }) => path === null).map(({ message }) => message),
      ...(problems.some(({ path }) => path !== null)
        ? ['Nothing was changed. Please check the marked fields.']
        : []),
    ].join(' ')}
  </Alert>
)

type FormProps = Pick<SettingProps, 'group' | 'typed' | 'seen' | 'reason' | 'problems'>

/** Without Turbo, which shows no page that a form answers with 200. */
export const SettingForm = ({ group, typed, seen, reason, problems }: FormProps) => (
  <Form
    action={paths.staffSetting(group.id)}
    method="post"
    class="setting-form"
    data-turbo="false"
    {...(takesPictures(group) && { enctype: 'multipart/form-data' })}
  >
    <input type="hidden" name="seen" value={String(seen)} />
    <SettingFields fields={group.fields} typed={typed} problems={problems} />
    <Field
      id="setting_reason"
      name="reason"
      label="Why"
      hint="Saved with the version, for anyone who reads it later."
      value={reason}
      maxlength={200}
      autocomplete="off"
    />
    <p class="setting-form__ways">
      <button type="submit" class="button" name="step" value="preview">
        Preview the change
      </button>
    </p>
  </Form>
)

const Versions = ({ group, versions, version }: SettingProps) => (
  <section aria-labelledby="setting_versions">
    <h2 class="desk__section" id="setting_versions">
      Versions
    </h2>
    {versions.length === 0 ? (
      <p class="desk__intro">Nobody has changed this yet.</p>
    ) : (
      <ol class="setting-versions" reversed>
        {versions.map((row, index) => (
          <Version group={group} row={row} before={versions[index + 1]} current={version} />
        ))}
      </ol>
    )}
  </section>
)

type VersionProps = {
  group: SettingGroup
  row: SettingVersion
  before: SettingVersion | undefined
  current: number
}

const Version = ({ group, row, before, current }: VersionProps) => (
  <li class="setting-versions__row">
    <p>
      <b>Version {row.version}</b>
      {row.savedAt > 0 && ` · ${row.savedByName} · ${shortMoment(row.savedAt, SHOP_ZONE)}`}
      {row.savedAt === 0 && ` · ${row.savedByName}`}
      {row.restores !== null && ` · brought back version ${row.restores}`}
      {row.version === current && ' · in use'}
    </p>
    {row.reason !== '' && <p>“{row.reason}”</p>}
    {before && (
      <details>
        <summary>What changed</summary>
        <DifferenceTable differences={changesIn(group, before, row)} heads={['Before', 'After']} />
      </details>
    )}
    {row.version !== current && (
      <Form action={paths.staffSetting(group.id)} method="post" data-turbo="false">
        <input type="hidden" name="seen" value={String(current)} />
        <input type="hidden" name="restore" value={String(row.version)} />
        <button type="submit" class="button button--small button--quiet" name="step" value="preview">
          Bring back version {row.version}
        </button>
      </Form>
    )}
  </li>
)

const changesIn = ({ fields }: SettingGroup, before: SettingVersion, after: SettingVersion): Difference[] =>
  differencesOf(fields, typedOf(fields, before.value), typedOf(fields, after.value))
