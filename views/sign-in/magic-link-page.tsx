import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { OnwardLink } from './onward-link.tsx'

/** Where a mailed link leads. Only its button signs in: programs that look through mails press none. */
export function MagicLinkPage({ email }: { email: string | null }) {
  const { store, path } = usePage()
  if (email === null) return <ExpiredLink />
  return (
    <NarrowPage title="Welcome back">
      <p>
        You are about to sign in to {store.name} as <b>{email}</b>.
      </p>
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Sign me in
        </button>
      </Form>
    </NarrowPage>
  )
}

const ExpiredLink = () => (
  <NarrowPage title="This link is no longer good">
    <p>
      Sorry, that sign-in link has expired or was used already.{' '}
      {usePage().signedIn ? 'You are signed in.' : 'Please ask for a new one.'}
    </p>
    <OnwardLink />
  </NarrowPage>
)
