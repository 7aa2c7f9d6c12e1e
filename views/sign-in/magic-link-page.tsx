import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ContinueLink } from './continue-link.tsx'

/** Only the button signs in, because mail scanners open links. */
export function MagicLinkPage({ email, signsOut }: { email: string | null; signsOut: string | null }) {
  const { store, path } = usePage()
  if (email === null) return <ExpiredLink />
  return (
    <NarrowPage title="Welcome back">
      <p>
        You're signing in to {store.name} as <b>{email}</b>.
      </p>
      {signsOut !== null && (
        <p>
          This signs you out of <b>{signsOut}</b> in this browser.
        </p>
      )}
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Sign me in
        </button>
      </Form>
    </NarrowPage>
  )
}

const ExpiredLink = () => (
  <NarrowPage title="This link no longer works">
    <p>
      Sorry, that sign-in link has expired or was already used.{' '}
      {usePage().signedIn ? "You're already signed in." : 'Please request a new one.'}
    </p>
    <ContinueLink />
  </NarrowPage>
)
