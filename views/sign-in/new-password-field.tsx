import { MIN_PASSWORD_LENGTH } from '#src/accounts/rules.ts'
import { Field } from '../shared/field.tsx'

type NewPasswordProps = {
  id: string
  label?: string
  error?: string | undefined
  [data: `data-${string}`]: string | undefined
}

export const NewPasswordField = ({ id, label = 'New password', error, ...rest }: NewPasswordProps) => (
  <Field
    id={id}
    name="password"
    label={label}
    type="password"
    autocomplete="new-password"
    minlength={MIN_PASSWORD_LENGTH}
    required
    hint={`${MIN_PASSWORD_LENGTH} characters or more. A few random words are easy to remember.`}
    {...rest}
    {...(error === undefined ? {} : { error, autofocus: true })}
  />
)
