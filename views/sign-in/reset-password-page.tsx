import { EXPIRED_RESET_SENTENCE } from '#src/accounts/rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

type ResetPasswordProps = { secret: string; isGood: boolean; problem?: string }

export const ResetPasswordPage = ({ secret, isGood, problem }: ResetPasswordProps) => (
  <NarrowPage title={isGood ? 'Choose a new password' : 'This link no longer works'}>
    {isGood ? (
      <Form action={paths.changePassword(secret)} method="post" class="sign-in__form" data-turbo="false">
        <NewPasswordField id="new_password" error={problem} />
        <button type="submit" class="button">
          Change my password
        </button>
      </Form>
    ) : (
      <>
        <p role="alert">{EXPIRED_RESET_SENTENCE}</p>
        <p>
          <a class="button" href={paths.signIn({ c: 'reset' })}>
            Request a new link
          </a>
        </p>
      </>
    )}
  </NarrowPage>
)
