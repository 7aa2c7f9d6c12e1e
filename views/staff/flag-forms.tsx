import { personName } from '#src/accounts/person-name.ts'
import type { StaffAccount } from '#src/accounts/roles.ts'
import { shownPrice } from '#src/catalog/price-rules.ts'
import type { Instant } from '#src/day.ts'
import { FLAG_ACTIONS } from '#src/flags/flag-actions.ts'
import { openActions } from '#src/flags/kinds.ts'
import { paths } from '#src/paths.ts'
import type { Flag } from '#src/staff/flags.ts'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'

export type FlagDesk = {
  /** Whom a flag can be given to. */
  people: StaffAccount[]
  user: { token: string }
  now: Instant
  /** What was typed into a form that was refused. */
  typed?: string
}

const LIST = new Intl.ListFormat('en-US')

type FlagFormProps = { flag: Flag; desk: FlagDesk }

export const ResolveForm = ({ flag: { flag, price }, desk: { typed = '' } }: FlagFormProps) => {
  const actions = openActions(flag)
  const needing = actions
    .filter((action) => FLAG_ACTIONS[action].isReasonRequired)
    .map((action) => `“${FLAG_ACTIONS[action].label}”`)
  return (
    <Form action={paths.resolveFlag(flag.id)} method="post" class="flag__form">
      <TextArea
        id={`resolution_${flag.id}`}
        name="resolution"
        label="What you did, or why nothing is needed"
        hint={needing.length > 0 ? `Needed for ${LIST.format(needing)}.` : undefined}
        value={typed || flag.resolution || ''}
        maxlength={500}
        rows={2}
      />
      {price && <input type="hidden" name="seen_cents" value={String(shownPrice(price))} />}
      {actions.includes('accept_price') && (
        <label class="tick">
          <input type="checkbox" name="confirmed" value="1" />
          The price is right, even if it’s at least a hundred times higher or lower
        </label>
      )}
      <p class="flag__actions">
        {actions.map((action, index) => (
          <button
            type="submit"
            name="action"
            value={action}
            class={index === 0 ? 'button button--small' : 'button button--small button--quiet'}
          >
            {FLAG_ACTIONS[action].label}
          </button>
        ))}
      </p>
    </Form>
  )
}

export const OwnerForm = ({ flag: { flag, owner }, desk: { people, user } }: FlagFormProps) => (
  <Form action={paths.assignFlag(flag.id)} method="post" class="flag__owner">
    <label class="field__label" for={`owner_${flag.id}`}>
      Owner
    </label>
    <select id={`owner_${flag.id}`} name="owner" class="field__input">
      <option value="">Nobody</option>
      {people.map((person) => (
        <option value={person.token} selected={person.token === (owner?.token ?? user.token)}>
          {personName(person)}
        </option>
      ))}
    </select>
    <button type="submit" class="button button--small button--quiet">
      {owner ? 'Change' : 'Assign'}
    </button>
  </Form>
)
