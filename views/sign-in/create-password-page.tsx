import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { CaptchaBox } from './captcha-box.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export type CreatePasswordProps = {
  email: string
  /** The receipt that somebody holds. */
  receipt: { orderToken: string; key: string } | null
  /** They came with one that is altered, or whose order is in an account already. */
  isTaken: boolean
}

/** For somebody who bought as a guest: a password, and what they ordered is kept in an account. */
export const CreatePasswordPage = ({ email, receipt, isTaken }: CreatePasswordProps) => (
  <section class="narrow-page" data-controller="sign-in" {...SETTINGS}>
    <h1 class="narrow-page__title">Choose a password</h1>
    <p>
      With a password your orders are in one place: to look up, to change until they are packed, and to have
      again.
    </p>
    {isTaken && (
      <p class="sign-in__note">
        The order you come from is in an account already, or its link is not whole: a new account will not
        have it. <a href={paths.signIn({ redirect_url: paths.orders() })}>Sign in</a> to see it.
      </p>
    )}
    <Form
      action={paths.createAccount()}
      method="post"
      class="sign-in__form"
      data-sign-in-target="form"
      data-action="submit->sign-in#send"
    >
      <input type="hidden" name="redirect_url" value={paths.orders()} />
      {receipt && (
        <>
          <input type="hidden" name="order_token" value={receipt.orderToken} />
          <input type="hidden" name="order_key" value={receipt.key} />
        </>
      )}
      <EmailField id="create_email" value={email} readonly={receipt !== null} data-sign-in-target="email" />
      <NewPasswordField id="create_password" label="Password" data-sign-in-target="password" />
      <CaptchaBox />
      <p id="create_error" class="field__error" role="alert" data-sign-in-target="error" />
      <button type="submit" class="button" data-sign-in-target="button">
        Create my account
      </button>
    </Form>
    <p class="sign-in__help">
      You have an account already? <a href={paths.signIn({ redirect_url: paths.orders() })}>Sign in</a>
    </p>
  </section>
)

const SETTINGS = {
  'data-sign-in-mode-value': 'create',
  'data-sign-in-words-value': '{}',
  'data-sign-in-fallback-value': 'Unable to create your account. Please try again.',
}
