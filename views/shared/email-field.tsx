import { MAX_EMAIL_LENGTH } from '#src/accounts/rules.ts'
import { Field } from './field.tsx'

type EmailFieldProps = {
  id: string
  hint?: string
  error?: string | undefined
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
    maxlength={MAX_EMAIL_LENGTH}
    required
    {...rest}
  />
)
