import { STATES } from '#src/postal/states.ts'
import { Labelled, readWith } from './labelled.tsx'

type StateFieldProps = {
  id: string
  name: string
  /** The code of the state that is chosen, or '' for none. */
  value: string
  label?: string
  /** What stands there while none is chosen. */
  unchosen?: string
  error?: string | undefined
  /** Attributes of the select itself: autocomplete, autofocus, data … */
  [attribute: string]: unknown
}

/** One of the states of the country, always asked for. */
export const StateField = ({
  id,
  name,
  value,
  label = 'State',
  unchosen = 'Choose',
  error,
  ...select
}: StateFieldProps) => (
  <Labelled {...{ id, label, error }} hint={undefined} class="field">
    <select
      class="field__input"
      required
      {...select}
      id={id}
      name={name}
      {...readWith({ id, error, hint: undefined })}
    >
      <option value="">{unchosen}</option>
      {Object.entries(STATES).map(([code, state]) => (
        <option value={code} selected={code === value}>
          {state}
        </option>
      ))}
    </select>
  </Labelled>
)
