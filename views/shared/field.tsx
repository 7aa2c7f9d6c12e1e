import { Labelled, readWith } from './labeled.tsx'

type FieldProps = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  sharedErrorId?: string
  class?: string
  [attribute: string]: unknown
}

export const Field = ({
  id,
  name,
  label,
  hint,
  error,
  sharedErrorId,
  class: className,
  ...input
}: FieldProps) => (
  <Labelled {...{ id, label, hint, error }} class={className ? `field ${className}` : 'field'}>
    <input
      class="field__input"
      type="text"
      {...input}
      id={id}
      name={name}
      {...readWith({ id, hint, error, sharedErrorId })}
    />
  </Labelled>
)
