import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { OnwardLink } from './onward-link.tsx'

type ChangeEmailProps = {
  /** Null where the link is good for nothing. */
  email: string | null
  /** The link was used, and the account has that email now. */
  isDone?: boolean
  /** It is good, for another account than the one that is signed in. */
  isOthers?: boolean
}

/** Where the link to a new address leads. Only its button changes anything: programs that read mails press none. */
export function ChangeEmailPage({ email, isDone = false, isOthers = false }: ChangeEmailProps) {
  const { store, path } = usePage()
  if (isOthers) return <OthersLink />
  if (email === null) return <ExpiredLink />
  if (isDone) return <Changed email={email} />
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
    <p>Sorry, that link has expired, was used already, or another one took its place. It changes nothing.</p>
    <OnwardLink />
  </section>
)

const OthersLink = () => (
  <section class="sign-in">
    <h1 class="sign-in__title">This link is for another account</h1>
    <p>
      It was asked for by an account that you are not signed in to. If that is yours as well, sign in to it
      and open the link again. If you did not ask for it, leave it: nothing changes without it.
    </p>
    <OnwardLink />
  </section>
)

const Changed = ({ email }: { email: string }) => (
  <section class="sign-in">
    <h1 class="sign-in__title">Your email is changed</h1>
    <p>
      Your email is <b>{email}</b>, as you wished. You sign in with it from now on, and this link is used up.
    </p>
    <OnwardLink />
  </section>
)
