import { STATES } from '#src/postal/states.ts'
import { Labelled, readWith } from './labeled.tsx'

type StateFieldProps = {
  id: string
  name: string
  /** A state code, or ''. */
  value: string
  label?: string
  unchosen?: string
  error?: string | undefined
  sharedErrorId?: string | undefined
  [attribute: string]: unknown
}

export const StateField = ({
  id,
  name,
  value,
  label = 'State',
  unchosen = 'Choose',
  error,
  sharedErrorId,
  ...select
}: StateFieldProps) => (
  <Labelled {...{ id, label, error }} hint={undefined} class="field">
    <select
      class="field__input"
      required
      {...select}
      id={id}
      name={name}
      {...readWith({ id, error, sharedErrorId, hint: undefined })}
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
