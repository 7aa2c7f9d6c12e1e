import { paths } from '#src/paths.ts'
import { ErasureTerms } from '../privacy/erasure-terms.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'
import { Choice } from './preference-fields.tsx'

export const DataPart = ({ account, problem, isUpdated }: PartProps) => (
  <AccountPart
    isUpdated={isUpdated}
    problem={problem}
    id="account_data"
    title="Your data"
    intro="Everything we have about you, in a file you can look through or take elsewhere."
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
        Once you confirm your email, the file will also include what you ordered or requested with it as a
        guest.
      </p>
    )}
    <details class="account-close" open={problem !== undefined && problem.field !== 'download'}>
      <summary class="account-close__summary">
        Delete my account
        <Icon name="down" />
      </summary>
      <ErasureTerms />
      <Form action={paths.closeAccount()} method="post" class="account-form" data-turbo="false">
        <Choice
          id="account_close_sure"
          type="checkbox"
          name="sure"
          value="1"
          checked={false}
          title="Yes, delete my account"
          description="We'll send you one last email when it's done."
          {...errorAt(problem, 'sure')}
        />
        <OwnerField id="account_close_password" account={account} problem={problem} />
        <p class="account-form__send">
          <button type="submit" class="button">
            Delete my account permanently
          </button>
        </p>
      </Form>
    </details>
  </AccountPart>
)
