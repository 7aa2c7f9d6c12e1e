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
}

export const TextArea = ({ id, name, label, hint, error, value, ...area }: TextAreaProps) => (
  <Labelled {...{ id, label, hint, error }} class="field field--wide">
    <textarea class="field__input" rows={6} {...area} id={id} name={name} {...readWith({ id, hint, error })}>
      {value}
    </textarea>
  </Labelled>
)
