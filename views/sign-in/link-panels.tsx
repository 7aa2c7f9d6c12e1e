import type { Child } from 'hono/jsx'
import { RESET_FAILED_SENTENCES } from '#src/accounts/rules.ts'
import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

type LinkPanelProps = {
  id: string
  title: string
  intro: string
  isOpen: boolean
  problem: string | null
  action: string
  button: string
  /** For a failed request, and for a refusal without a reason. */
  fallbacks: readonly [string, string]
  children: Child
}

const LinkPanel = ({
  id,
  title,
  intro,
  isOpen,
  problem,
  action,
  button,
  fallbacks,
  children,
}: LinkPanelProps) => (
  <details id={id} class="sign-in__panel" open={isOpen}>
    <summary class="sign-in__summary">
      <span>{title}</span>
      <Icon name="down" />
    </summary>
    <p class="sign-in__words">{intro}</p>
    <div
      data-controller="link-request"
      data-link-request-unreached-value={fallbacks[0]}
      data-link-request-refused-value={fallbacks[1]}
    >
      <Form
        action={action}
        method="post"
        class="sign-in__form"
        data-link-request-target="form"
        data-action="submit->link-request#send input->link-request#reset"
      >
        {children}
        <p role="alert" class="field__error" data-link-request-target="error">
          {problem}
        </p>
        <button type="submit" class="button button--quiet" data-link-request-target="button">
          {button}
        </button>
        <p role="status" class="sign-in__done" data-link-request-target="done" />
      </Form>
    </div>
  </details>
)

type PanelProps = { email: string; problem: string | null }

export const MagicLinkPanel = ({ nextPath, email, problem }: PanelProps & { nextPath: string }) => (
  <LinkPanel
    id="magic_link"
    title="Sign in by email, without a password"
    intro="We'll email you a link that signs you in. It works once, for 15 minutes, on any device."
    isOpen={problem !== null}
    problem={problem}
    action={paths.sendMagicLink()}
    button="Email me a link"
    fallbacks={RESET_FAILED_SENTENCES}
  >
    <input type="hidden" name="redirect_url" value={nextPath} />
    <EmailField id="magic_link_email" name="email_address" value={email} {...focused(problem !== null)} />
  </LinkPanel>
)

export const ResetPanel = ({ isRequested, email, problem }: PanelProps & { isRequested: boolean }) => (
  <LinkPanel
    id="reset_password"
    title="Forgot your password?"
    intro="We'll email you a link to choose a new one. It works for an hour."
    isOpen={isRequested || problem !== null}
    problem={problem}
    action={paths.sendResetLink()}
    button="Email me a reset link"
    fallbacks={RESET_FAILED_SENTENCES}
  >
    <EmailField id="reset_email" value={email} {...focused(isRequested || problem !== null)} />
  </LinkPanel>
)

const focused = (isFocused: boolean) => (isFocused ? { autofocus: true } : {})
