import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'

/** Where the link of a mail leads that went to an address which its account does not have any more. */
export const OutdatedPreferencesPage = () => (
  <NarrowPage title="We don't write to that address any more">
    <p>
      The account that this mail was sent to has another email now, or is deleted: nothing more comes to the
      address you read it at. The link below our letters to the new one goes on working.
    </p>
    <p>
      <a class="button" href={paths.accountPart('account_preferences')}>
        Choose what we send you
      </a>
    </p>
  </NarrowPage>
)
