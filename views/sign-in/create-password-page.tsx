import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { CaptchaBox } from './captcha-box.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export type CreatePasswordProps = {
  email: string
  receipt: { orderToken: string; key: string } | null
  /** The receipt link is damaged, or an account already has its order. */
  isTaken: boolean
}

/** Turns a guest's order into an account (ACC-6). */
export const CreatePasswordPage = ({ email, receipt, isTaken }: CreatePasswordProps) => (
  <section class="narrow-page" data-controller="sign-in" {...SETTINGS}>
    <h1 class="narrow-page__title">Choose a password</h1>
    <p>With a password, you can look up your orders, make changes until they're packed, and order again.</p>
    {isTaken && (
      <p class="sign-in__note">
        That order is already in an account, or its link is incomplete. A new account won't include it.{' '}
        <a href={paths.signIn({ redirect_url: paths.orders() })}>Sign in</a> to see it.
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
      Already have an account? <a href={paths.signIn({ redirect_url: paths.orders() })}>Sign in</a>
    </p>
  </section>
)

const SETTINGS = {
  'data-sign-in-mode-value': 'create',
  'data-sign-in-words-value': '{}',
  'data-sign-in-fallback-value': 'Unable to create your account. Please try again.',
}
