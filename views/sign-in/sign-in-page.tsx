import { MIN_PASSWORD_LENGTH } from '#src/accounts/rules.ts'
import { paths } from '#src/paths.ts'
import type { Provider } from '#src/providers/social/social.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { CaptchaBox } from './captcha-box.tsx'
import { MagicLinkPanel, ResetPanel } from './link-panels.tsx'
import { SocialLinks } from './social-links.tsx'

export type SignInMode = 'sign-in' | 'create'

/** `at`: where to show it, in the form or in a panel. `field`: the form's field to mark as invalid. */
export type SignInProblem = {
  message: string
  at: 'form' | 'magic_link' | 'reset_password'
  field?: 'email' | 'password' | undefined
}

export type SignInProps = {
  mode: SignInMode
  /** A local path. */
  nextPath: string
  asksReset: boolean
  email: string
  problem: SignInProblem | null
}

/** One form, two modes: scripts switch between them with these values (ACC-1). */
const MODES = {
  'sign-in': {
    title: 'Sign in',
    button: 'Sign in',
    action: paths.sendSignIn(),
    autocomplete: 'current-password',
    hint: 'Forgot your password? You can reset it below.',
  },
  create: {
    title: 'Create an account',
    button: 'Create my account',
    action: paths.createAccount(),
    autocomplete: 'new-password',
    hint: `${MIN_PASSWORD_LENGTH} characters or more.`,
  },
} as const

export function SignInPage({ mode, nextPath, asksReset, email, problem }: SignInProps) {
  const { store, signInProviders } = usePage()
  const { title, button, action, autocomplete, hint } = MODES[mode]
  const inForm = problem?.at === 'form' ? problem : null
  return (
    <section
      class="narrow-page"
      data-controller="sign-in"
      data-sign-in-mode-value={mode}
      data-sign-in-words-value={JSON.stringify(MODES)}
      data-sign-in-fallback-value="Unable to sign in. Please try again."
      data-action="toggle->sign-in#copyEmail:capture"
    >
      <h1 class="narrow-page__title" data-sign-in-target="title">
        {title}
      </h1>
      <ModeLinks mode={mode} nextPath={nextPath} />
      <Form
        action={action}
        method="post"
        class="sign-in__form"
        data-sign-in-target="form"
        data-action="submit->sign-in#send invalid->sign-in#clearError:capture"
      >
        <input type="hidden" name="redirect_url" value={nextPath} />
        <EmailField
          id="sign_in_email"
          value={email}
          data-sign-in-target="email"
          {...markedBy(inForm, 'email')}
        />
        {inForm?.field === 'email' && <Refusal message={inForm.message} />}
        <Field
          id="sign_in_password"
          name="password"
          label="Password"
          type="password"
          autocomplete={autocomplete}
          required
          hint={hint}
          data-sign-in-target="password"
          {...markedBy(inForm, 'password')}
        />
        {inForm?.field !== 'email' && <Refusal message={inForm?.message ?? ''} />}
        <CaptchaBox />
        <button type="submit" class="button" data-sign-in-target="button">
          {button}
        </button>
      </Form>
      {signInProviders.length > 0 && <SocialSignIn providers={signInProviders} nextPath={nextPath} />}
      <MagicLinkPanel nextPath={nextPath} email={email} problem={messageAt(problem, 'magic_link')} />
      <ResetPanel isRequested={asksReset} email={email} problem={messageAt(problem, 'reset_password')} />
      <p class="sign-in__help">
        Trouble signing in? <a href={`mailto:${store.email}`}>{store.email}</a> or{' '}
        <Phone number={store.phone} />
      </p>
    </section>
  )
}

/** Scripts move it to the invalid field. */
const Refusal = ({ message }: { message: string }) => (
  <p id="sign_in_error" class="field__error" role="alert" data-sign-in-target="error">
    {message}
  </p>
)

const markedBy = (inForm: SignInProblem | null, field: 'email' | 'password') =>
  inForm?.field === field
    ? { 'aria-invalid': 'true', 'aria-errormessage': 'sign_in_error', autofocus: true }
    : {}

const messageAt = (problem: SignInProblem | null, at: SignInProblem['at']) =>
  problem?.at === at ? problem.message : null

const SocialSignIn = ({ providers, nextPath }: { providers: Provider[]; nextPath: string }) => (
  <div class="sign-in__elsewhere">
    <p class="or-line">or</p>
    <SocialLinks providers={providers} nextPath={nextPath} verb="Continue with" />
  </div>
)

/** Without scripts, links; with scripts, a toggle. */
const ModeLinks = ({ mode, nextPath }: Pick<SignInProps, 'mode' | 'nextPath'>) => {
  const redirectUrl = nextPath === paths.home() ? undefined : nextPath
  return (
    <nav class="sign-in__ways" aria-label="Sign in or create an account">
      <ModeLink to="sign-in" mode={mode} href={paths.signIn({ redirect_url: redirectUrl })} />
      <ModeLink to="create" mode={mode} href={paths.signUp({ redirect_url: redirectUrl })} />
    </nav>
  )
}

const ModeLink = ({ to, mode, href }: { to: SignInMode; mode: SignInMode; href: string }) => (
  <a
    class="sign-in__way"
    href={href}
    aria-current={to === mode ? 'page' : undefined}
    data-sign-in-target="way"
    data-action="sign-in#toggle"
    data-sign-in-mode-param={to}
  >
    {MODES[to].title}
  </a>
)
