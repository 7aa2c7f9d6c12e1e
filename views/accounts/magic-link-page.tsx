import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { OnwardLink } from './onward-link.tsx'

/** Where a mailed link leads. Only its button signs in: programs that look through mails press none. */
export function MagicLinkPage({ email }: { email: string | null }) {
  const { store, path } = usePage()
  if (email === null) return <ExpiredLink />
  return (
    <section class="sign-in">
      <h1 class="sign-in__title">Welcome back</h1>
      <p>
        You are about to sign in to {store.name} as <b>{email}</b>.
      </p>
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Sign me in
        </button>
      </Form>
    </section>
  )
}

const ExpiredLink = () => (
  <section class="sign-in">
    <h1 class="sign-in__title">This link is no longer good</h1>
    <p>
      Sorry, that sign-in link has expired or was used already.{' '}
      {usePage().signedIn ? 'You are signed in.' : 'Please ask for a new one.'}
    </p>
    <OnwardLink />
  </section>
)
