import { Field } from './field.tsx'

type EmailFieldProps = {
  id: string
  hint?: string
  error?: string
  value?: string
  [attribute: string]: unknown
}

export const EmailField = ({ id, ...rest }: EmailFieldProps) => (
  <Field
    id={id}
    name="email"
    label="Email"
    type="email"
    autocomplete="email"
    maxlength={254}
    required
    {...rest}
  />
)
