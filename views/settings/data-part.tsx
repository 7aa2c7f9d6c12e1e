import { paths } from '#src/paths.ts'
import { ErasureWords } from '../privacy/erasure-words.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'
import { Choice } from './preference-fields.tsx'

export const DataPart = ({ account, problem, isAnew }: PartProps) => (
  <AccountPart
    isAnew={isAnew}
    problem={problem}
    id="account_data"
    title="Your data"
    words="Everything we keep of you, as a file to look through or to take elsewhere."
  >
    <p>
      <a class="button button--quiet" href={paths.accountData()} download data-turbo="false">
        Download my data
      </a>
    </p>
    {problem?.field === 'download' && (
      <p class="field__error" role="alert">
        {problem.message}
      </p>
    )}
    {!account.isEmailConfirmed && (
      <p class="account-part__words">
        Once your email is confirmed, what you ordered or asked for under it without signing in is in the
        file, too.
      </p>
    )}
    <details class="account-close" open={problem !== undefined && problem.field !== 'download'}>
      <summary class="account-close__summary">
        Delete my account
        <Icon name="down" />
      </summary>
      <ErasureWords />
      <Form action={paths.closeAccount()} method="post" class="account-form" data-turbo="false">
        <Choice
          id="account_close_sure"
          type="checkbox"
          name="sure"
          value="1"
          checked={false}
          title="Yes, delete my account"
          words="We send a last mail to say that it is done."
          {...errorAt(problem, 'sure')}
        />
        <OwnerField id="account_close_password" account={account} problem={problem} />
        <p class="account-form__send">
          <button type="submit" class="button">
            Delete my account for good
          </button>
        </p>
      </Form>
    </details>
  </AccountPart>
)
