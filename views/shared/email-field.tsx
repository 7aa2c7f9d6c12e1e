import { Field } from './field.tsx'

type EmailFieldProps = {
  id: string
  hint?: string
  error?: string
  value?: string
  [attribute: string]: unknown
}

/** Where to write to; the browser looks at it first, the server in any case. */
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
