import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

/** For a preferences link whose account has changed its address or been deleted. */
export const OutdatedPreferencesPage = () => (
  <NarrowPage title="We no longer email that address">
    <p>
      The account behind this email now uses a different address or has been deleted, so we won't send
      anything more to the old one. If you changed your email, use the link at the bottom of a newer email
      from us.
    </p>
    <p>
      <a class="button" href={paths.accountPart('account_preferences')}>
        Go to your email preferences
      </a>
    </p>
  </NarrowPage>
)
