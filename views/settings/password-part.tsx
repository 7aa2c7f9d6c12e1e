import { paths } from '#src/paths.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'

/** Sent as a full load: the session goes on under a new name, and so does the token of every form. */
export const PasswordPart = ({ account, problem, isAnew }: PartProps) => (
  <AccountPart
    isAnew={isAnew}
    problem={problem}
    id="account_password"
    title="Password"
    words={
      account.hasPassword
        ? 'A new one signs you out everywhere but here. We tell you by mail.'
        : 'You sign in by links or with another account, and have no password. You may choose one.'
    }
  >
    <Form action={paths.accountPassword()} method="post" class="account-form" data-turbo="false">
      {account.hasPassword ? (
        <Field
          id="account_current_password"
          name="current_password"
          label="Your password now"
          type="password"
          autocomplete="current-password"
          required
          {...errorAt(problem, 'current_password')}
        />
      ) : (
        <OwnerField id="account_current_password" account={account} problem={problem} />
      )}
      <NewPasswordField id="account_new_password" error={errorAt(problem, 'password').error} />
      <p class="account-form__send">
        <button type="submit" class="button">
          {account.hasPassword ? 'Change my password' : 'Set my password'}
        </button>
      </p>
    </Form>
  </AccountPart>
)
