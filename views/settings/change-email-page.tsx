import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { OnwardLink } from '../sign-in/onward-link.tsx'

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
    <NarrowPage title="Change your email">
      <p>
        Your account at {store.name} will have the email <b>{email}</b>. You sign in with it from then on.
      </p>
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Change my email
        </button>
      </Form>
    </NarrowPage>
  )
}

const ExpiredLink = () => (
  <NarrowPage title="This link is no longer good">
    <p>Sorry, that link has expired, was used already, or another one took its place. It changes nothing.</p>
    <OnwardLink />
  </NarrowPage>
)

const OthersLink = () => (
  <NarrowPage title="This link is for another account">
    <p>
      It was asked for by an account that you are not signed in to. If that is yours as well, sign in to it
      and open the link again. If you did not ask for it, leave it: nothing changes without it.
    </p>
    <OnwardLink />
  </NarrowPage>
)

const Changed = ({ email }: { email: string }) => (
  <NarrowPage title="Your email is changed">
    <p>
      Your email is <b>{email}</b>, as you wished. You sign in with it from now on, and this link is used up.
    </p>
    <OnwardLink />
  </NarrowPage>
)
