import { paths } from '#src/paths.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'

/** For an unsubscribe link that a mail program cut or changed: other ways to end our emails. */
export function BrokenMailLinkPage() {
  const { email } = usePage().store
  return (
    <NarrowPage title="This link doesn't work">
      <p>
        Some mail programs cut off long links. Please go back to our email and try again, or copy the whole
        link into your browser.
      </p>
      <p>
        To stop our emails without it, write to <a href={`mailto:${email}?subject=Unsubscribe`}>{email}</a>{' '}
        from the address we email, and we'll unsubscribe you.
      </p>
      <p>
        <a class="button button--quiet" href={paths.accountPart('account_preferences')}>
          Go to your email preferences
        </a>
      </p>
    </NarrowPage>
  )
}
