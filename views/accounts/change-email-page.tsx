import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'

/** Where the link to a new address leads. Only its button changes anything: programs that read mails press none. */
export function ChangeEmailPage({ email }: { email: string | null }) {
  const { store, path } = usePage()
  if (email === null) return <ExpiredLink />
  return (
    <section class="sign-in">
      <h1 class="sign-in__title">Change your email</h1>
      <p>
        Your account at {store.name} will have the email <b>{email}</b>. You sign in with it from then on.
      </p>
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Change my email
        </button>
      </Form>
    </section>
  )
}

const ExpiredLink = () => (
  <section class="sign-in">
    <h1 class="sign-in__title">This link is no longer good</h1>
    <p>
      Sorry, that link has expired, was used already, or another one took its place. Your email is as it was.
    </p>
    <p>
      <a class="button" href={paths.account()}>
        To your account
      </a>
    </p>
  </section>
)
