import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import { AuthenticityToken } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'

/** Sent by a full load: Turbo would keep the first page's policy, which doesn't allow what was just allowed. */
const Choice = ({ children }: { children: Child }) => (
  <form class="privacy-choice" method="post" action={paths.privacyChoice()} data-turbo="false">
    <AuthenticityToken value={usePage().token} />
    {children}
  </form>
)

/** Only where scripts of other companies are configured. Both answers are as easy. */
export const PrivacyQuestion = () => (
  <aside class="privacy-question" aria-label="Your privacy">
    <p>
      May our partners measure how you use our pages? <a href={paths.privacy()}>How we use data</a>
    </p>
    <Choice>
      <button type="submit" class="button button--small button--quiet" name="choice" value="no">
        No, thanks
      </button>
      <button type="submit" class="button button--small button--quiet" name="choice" value="yes">
        Yes, that's fine
      </button>
    </Choice>
  </aside>
)

/** On the privacy page. */
export const CountingChoice = ({ isMeasured }: { isMeasured: boolean }) => (
  <Choice>
    <button
      type="submit"
      class="button button--small button--quiet"
      name="choice"
      value={isMeasured ? 'no' : 'yes'}
    >
      {isMeasured ? "Don't count my visits" : 'Count my visits again'}
    </button>
  </Choice>
)
