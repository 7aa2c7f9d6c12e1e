import { paths } from '#src/paths.ts'
import type { AccountFacts } from '#src/settings/facts.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/moment.ts'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'

/** No time zone is known of a person; the shop's letters use this one. */
const ZONE = 'America/New_York'

export const EmailPart = ({ account, problem, isAnew }: PartProps) => (
  <AccountPart
    isAnew={isAnew}
    problem={problem}
    id="account_email"
    title="Email"
    words="You sign in with it, and receipts go there. It changes once you open a link that we mail to the new address; the old one is told."
  >
    <p class="account-part__fact">
      <b>{account.email}</b>
      {!account.isEmailConfirmed && <span class="account-part__mark">not confirmed yet</span>}
    </p>
    {!account.isEmailConfirmed && <NotConfirmed {...errorAt(problem, 'confirmation')} />}
    {account.pendingEmail && <Pending {...account.pendingEmail} />}
    <Form action={paths.updateUserEmail(account.userToken)} method="post" class="account-form">
      <EmailField
        id="account_new_email"
        label="New email"
        value={problem?.typed?.email ?? ''}
        {...errorAt(problem, 'email')}
      />
      <OwnerField id="account_email_password" account={account} problem={problem} />
      <p class="account-form__send">
        <button type="submit" class="button">
          Change my email
        </button>
      </p>
    </Form>
  </AccountPart>
)

const NotConfirmed = ({ error }: { error?: string }) => (
  <div class="account-part__pending">
    <p>
      Open the link in the mail that welcomed you. Until then, what you ordered under this email without
      signing in is not in your account.
    </p>
    <Form action={paths.confirmationAgain()} method="post">
      <button type="submit" class="link-button">
        Send me the link again
      </button>
    </Form>
    {error && (
      <p class="field__error" role="alert">
        {error}
      </p>
    )}
  </div>
)

const Pending = ({ email, until }: NonNullable<AccountFacts['pendingEmail']>) => (
  <div class="account-part__pending">
    <p>
      <b>{email}</b> waits for you to open the link that we sent there. It is good until{' '}
      {formatMoment(until, ZONE)}.
    </p>
    <Form action={paths.emailChange()} method="delete">
      <button type="submit" class="link-button">
        Keep my email as it is
      </button>
    </Form>
  </div>
)
