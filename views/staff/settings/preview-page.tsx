import { paths } from '#src/paths.ts'
import type { SettingGroup } from '#src/shop-settings/group.ts'
import type { Difference, Typed } from '#src/shop-settings/typed.ts'
import type { Effect } from '#src/staff/shop-settings/effects.ts'
import type { FormFrame } from '#src/staff/shop-settings/read-form.ts'
import { Form } from '../../shared/form.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { HiddenFields } from './fields.tsx'
import { LookPreview } from './look-preview.tsx'

type PreviewProps = {
  group: SettingGroup
  typed: Typed
  frame: FormFrame
  differences: Difference[]
  effects: Effect[]
}

export const SettingPreviewPage = ({ group, typed, frame, differences, effects }: PreviewProps) => (
  <>
    <header class="desk__head">
      <p>
        <a href={paths.staffSettings()}>Settings</a> /{' '}
        <a href={paths.staffSetting(group.id)}>{group.title}</a>
      </p>
      <h1 class="desk__title">
        {frame.restore === null ? 'Before you save' : `Before version ${frame.restore} comes back`}
      </h1>
      <p class="desk__intro">Nothing is changed yet. It will show here: {group.shows}</p>
    </header>
    <DifferenceTable differences={differences} heads={['Now', 'Then']} />
    {effects.map((effect) => (
      <EffectTable effect={effect} />
    ))}
    <LookPreview group={group} typed={typed} />
    <Form action={paths.staffSetting(group.id)} method="post" class="setting-form" data-turbo="false">
      <input type="hidden" name="seen" value={String(frame.seen ?? 0)} />
      <input type="hidden" name="reason" value={frame.reason} />
      {frame.restore === null ? (
        <HiddenFields typed={typed} />
      ) : (
        <input type="hidden" name="restore" value={String(frame.restore)} />
      )}
      <p class="setting-form__ways">
        <button type="submit" class="button" name="step" value="save">
          {frame.restore === null ? 'Save' : `Bring back version ${frame.restore}`}
        </button>
        <button type="submit" class="button button--quiet" name="step" value="edit">
          Keep editing
        </button>
        <a href={paths.staffSetting(group.id)}>Discard</a>
      </p>
    </Form>
  </>
)

const EffectTable = ({ effect: { title, summary, head, rows } }: { effect: Effect }) => (
  <section>
    <h2 class="desk__section">{title}</h2>
    <p class="desk__intro">{summary}</p>
    {rows.length > 0 && (
      <section class="sheet" tabindex={0} aria-label={title}>
        <table class="sheet__table sheet__table--narrow setting-table">
          <thead>
            <tr>
              {head.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                {row.map((cell, index) =>
                  index === 0 ? <th scope="row">{cell}</th> : <td class="setting-table__words">{cell}</td>,
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </section>
)
