import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'

type OutdatedPreferencesProps = {
  sealed: string
  /** Null once the account is deleted. */
  userToken: string | null
  isSubscribed: boolean
}

/** For a preferences link whose account has changed its address or been deleted. It can still unsubscribe. */
export const OutdatedPreferencesPage = ({ sealed, userToken, isSubscribed }: OutdatedPreferencesProps) => (
  <NarrowPage title="We no longer email that address">
    <p>
      {userToken
        ? 'The account behind this email now uses a different address. To choose what we send there, use the link at the bottom of a newer email from us.'
        : "The account behind this email has been deleted, so we won't send anything more."}
    </p>
    {userToken && isSubscribed && (
      <Form action={paths.changePreferences(userToken)} method="post">
        <input type="hidden" name="encrypted_token" value={sealed} />
        <input type="hidden" name="preferences[level]" value="never" />
        <button type="submit" class="button">
          Unsubscribe from all
        </button>
      </Form>
    )}
    {userToken && !isSubscribed && <p>You're unsubscribed. We'll still email you about your orders.</p>}
    <p>
      <a href={paths.accountPart('account_preferences')}>Go to your email preferences</a>
    </p>
  </NarrowPage>
)
