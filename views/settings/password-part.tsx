import { paths } from '#src/paths.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'

/** Submits without Turbo: the new session needs a new authenticity token in every form of the page. */
export const PasswordPart = ({ account, problem, isUpdated }: PartProps) => (
  <AccountPart
    isUpdated={isUpdated}
    problem={problem}
    id="account_password"
    title="Password"
    intro={
      account.hasPassword
        ? "A new one signs you out everywhere but here. We'll let you know by email, too."
        : "You sign in with emailed links or another account. If you'd like a password, too, set one here."
    }
  >
    <Form action={paths.accountPassword()} method="post" class="account-form" data-turbo="false">
      {account.hasPassword ? (
        <Field
          id="account_current_password"
          name="current_password"
          label="Current password"
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
