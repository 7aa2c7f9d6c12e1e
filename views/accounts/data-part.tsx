import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { AccountPart, errorAt, type PartProps } from './account-part.tsx'
import { OwnerField } from './owner-field.tsx'
import { Choice } from './preference-fields.tsx'

export const DataPart = ({ account, problem, isAnew }: PartProps) => (
  <AccountPart
    isAnew={isAnew}
    id="account_data"
    title="Your data"
    words="Everything we keep of you, as a file to look through or to take elsewhere."
  >
    <p>
      <a class="button button--quiet" href={paths.accountData()} download data-turbo="false">
        Download my data
      </a>
    </p>
    {!account.isEmailConfirmed && (
      <p class="account-part__words">
        Once your email is confirmed, what you ordered or asked for under it without signing in is in the
        file, too.
      </p>
    )}
    <details class="account-close" open={problem !== undefined}>
      <summary class="account-close__summary">
        Delete my account
        <Icon name="down" />
      </summary>
      <ul class="account-close__words">
        <li>
          You are signed out everywhere, and your name, email, phone, addresses, cards, ratings, rewards and
          box are gone at once. No recurring box follows.
        </li>
        <li>
          A box that is paid for still comes. What was bought and charged stays in our books, as the law asks;
          your name, street and phone go from it thirty days after it arrived.
        </li>
        <li>What you agreed to, in its very words, is kept as proof. Nobody can undo any of this.</li>
      </ul>
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
