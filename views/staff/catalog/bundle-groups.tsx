import { choiceField, groupField, shownGroups } from '#src/staff/catalog/bundle-fields.ts'
import type { FormValues } from '#src/staff/catalog/edit-entry.ts'
import { Field } from '../../shared/field.tsx'

type GroupsProps = {
  values: FormValues
  error: string | undefined
  offered: { text: string; words: string }[]
}

const OFFERED = 'offered_for_bundles'

/** Each group with what can be picked, and empty rows for more. Clearing a row removes it. */
export const BundleGroups = ({ values, error, offered }: GroupsProps) => (
  <fieldset class="edit-form__proofs" aria-describedby={error ? 'groups_error' : undefined}>
    <legend class="field__label">Groups</legend>
    <p class="field__hint">
      Shoppers pick so many cuts of each group. Write a choice as product and size, such as grass-fed-ribeye,
      10 oz; your browser suggests them. What's sold by weight can't be in a bundle. Clear a group to remove
      it.
    </p>
    {error && (
      <p class="field__error" id="groups_error">
        {error}
      </p>
    )}
    <datalist id={OFFERED}>
      {offered.map(({ text, words }) => (
        <option value={text}>{words}</option>
      ))}
    </datalist>
    {shownGroups(values).map(({ group, choices }) => (
      <fieldset class="bundle-group">
        <legend class="bundle-group__title">
          {values[groupField(group, 'name')] || (group === 0 ? 'First group' : 'Another group')}
        </legend>
        <div class="bundle-group__head">
          <Field
            id={groupField(group, 'name')}
            name={groupField(group, 'name')}
            label="Name"
            value={values[groupField(group, 'name')] ?? ''}
            maxlength={60}
            autocomplete="off"
          />
          <Field
            id={groupField(group, 'slots')}
            name={groupField(group, 'slots')}
            label="How many to pick"
            value={values[groupField(group, 'slots')] ?? ''}
            maxlength={2}
            inputmode="numeric"
            autocomplete="off"
          />
        </div>
        <p class="field__label">Choices</p>
        {Array.from({ length: choices }, (_, nth) => (
          <input
            type="text"
            class="field__input"
            name={choiceField(group, nth)}
            value={values[choiceField(group, nth)] ?? ''}
            list={OFFERED}
            aria-label={`Choice ${nth + 1}`}
            maxlength={120}
            autocomplete="off"
          />
        ))}
      </fieldset>
    ))}
  </fieldset>
)
