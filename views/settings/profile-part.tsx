import { paths } from '#src/paths.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { PhoneField } from '../shared/phone-field.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'

export const ProfilePart = ({ account, problem, isUpdated }: PartProps) => (
  <AccountPart
    isUpdated={isUpdated}
    problem={problem}
    id="account_profile"
    title="Name and phone"
    intro="We'll fill these in for you at checkout. Carriers only call about a delivery."
  >
    <Form action={paths.updateName(account.userToken)} method="post" class="account-form">
      <Field
        id="account_first_name"
        name="first_name"
        label="First name"
        autocomplete="given-name"
        maxlength={100}
        required
        value={problem?.typed?.first_name ?? account.firstName}
        {...errorAt(problem, 'first_name')}
      />
      <Field
        id="account_last_name"
        name="last_name"
        label="Last name"
        autocomplete="family-name"
        maxlength={100}
        value={problem?.typed?.last_name ?? account.lastName}
        {...errorAt(problem, 'last_name')}
      />
      <PhoneField
        id="account_phone"
        value={problem?.typed?.phone_number ?? account.phone}
        {...errorAt(problem, 'phone_number')}
      />
      <p class="account-form__send">
        <button type="submit" class="button">
          Save
        </button>
      </p>
    </Form>
  </AccountPart>
)
