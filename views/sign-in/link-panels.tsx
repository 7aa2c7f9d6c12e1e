import type { Child } from 'hono/jsx'
import { RESET_FAILED_SENTENCES } from '#src/accounts/rules.ts'
import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

type LinkPanelProps = {
  id: string
  title: string
  words: string
  isOpen: boolean
  problem: string | null
  action: string
  button: string
  /** Said where the shop could not be asked, and where it gave no reason. */
  sentences: readonly [string, string]
  children: Child
}

/** A way in by mail: opened where it is needed, answered where it stands. */
const LinkPanel = ({
  id,
  title,
  words,
  isOpen,
  problem,
  action,
  button,
  sentences,
  children,
}: LinkPanelProps) => (
  <details id={id} class="sign-in__panel" open={isOpen}>
    <summary class="sign-in__summary">
      <span>{title}</span>
      <Icon name="down" />
    </summary>
    <p class="sign-in__words">{words}</p>
    <div
      data-controller="link-request"
      data-link-request-unreached-value={sentences[0]}
      data-link-request-refused-value={sentences[1]}
    >
      <Form
        action={action}
        method="post"
        class="sign-in__form"
        data-link-request-target="form"
        data-action="submit->link-request#send input->link-request#wake"
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

type Wanted = { email: string; problem: string | null }

export const MagicLinkPanel = ({ nextPath, email, problem }: Wanted & { nextPath: string }) => (
  <LinkPanel
    id="magic_link"
    title="Sign in by email, without a password"
    words="We send a link that signs you in. It is good once, for 15 minutes, and on any device."
    isOpen={problem !== null}
    problem={problem}
    action={paths.sendMagicLink()}
    button="Email me a link"
    sentences={RESET_FAILED_SENTENCES}
  >
    <input type="hidden" name="redirect_url" value={nextPath} />
    <EmailField id="magic_link_email" name="email_address" value={email} {...focused(problem !== null)} />
  </LinkPanel>
)

export const ResetPanel = ({ isAsked, email, problem }: Wanted & { isAsked: boolean }) => (
  <LinkPanel
    id="reset_password"
    title="I forgot my password"
    words="We send a link with which you choose a new one. It is good for an hour."
    isOpen={isAsked || problem !== null}
    problem={problem}
    action={paths.sendResetLink()}
    button="Email me a reset link"
    sentences={RESET_FAILED_SENTENCES}
  >
    <EmailField id="reset_email" value={email} {...focused(isAsked || problem !== null)} />
  </LinkPanel>
)

const focused = (isWanted: boolean) => (isWanted ? { autofocus: true } : {})
