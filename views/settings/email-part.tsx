import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { AccountFacts } from '#src/settings/facts.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'

export const EmailPart = ({ account, problem, isUpdated }: PartProps) => (
  <AccountPart
    isUpdated={isUpdated}
    problem={problem}
    id="account_email"
    title="Email"
    intro="You sign in with this email, and we send receipts here. To change it, open the link we send to your new address. We'll also let your old address know."
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
      Please open the link in your welcome email. Until you do, orders you placed as a guest with this email
      won't show in your account.
    </p>
    <Form action={paths.resendConfirmation()} method="post">
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
      To switch to <b>{email}</b>, please open the link we sent there. It works until{' '}
      {formatMoment(until, SHOP_ZONE)}.
    </p>
    <Form action={paths.emailChange()} method="delete">
      <button type="submit" class="link-button">
        Keep my current email
      </button>
    </Form>
  </div>
)
