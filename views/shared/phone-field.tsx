import { Field } from './field.tsx'

type PhoneFieldProps = {
  id: string
  label?: string
  hint?: string
  error?: string | undefined
  value?: string | undefined
  [attribute: string]: unknown
}

/** A US number, formatted as it is typed; the server accepts any format. */
export const PhoneField = ({ id, label = 'Phone Number', ...rest }: PhoneFieldProps) => (
  <Field
    id={id}
    name="phone_number"
    label={label}
    type="tel"
    inputmode="tel"
    autocomplete="tel"
    placeholder="(206) 555-0142"
    maxlength={30}
    data-controller="phone-input"
    data-action="input->phone-input#format"
    {...rest}
  />
)
