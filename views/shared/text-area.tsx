import { Labelled, readWith } from './labeled.tsx'

type TextAreaProps = {
  id: string
  name: string
  label: string
  hint?: string
  error?: string | undefined
  value: string
  maxlength: number
  required?: boolean
  rows?: number
  autofocus?: boolean
}

export const TextArea = ({ id, name, label, hint, error, value, rows = 6, ...area }: TextAreaProps) => (
  <Labelled {...{ id, label, hint, error }} class="field field--wide">
    <textarea
      class="field__input"
      rows={rows}
      {...area}
      id={id}
      name={name}
      {...readWith({ id, hint, error })}
    >
      {value}
    </textarea>
  </Labelled>
)
