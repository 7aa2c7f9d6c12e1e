import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ContinueLink } from '../sign-in/continue-link.tsx'

type ChangeEmailProps = {
  /** Null for an invalid link. */
  email: string | null
  /** The link was used, and the account still has that email. */
  isDone?: boolean
  /** The link is valid, but for an account that is not signed in here. */
  isOtherAccount?: boolean
}

/** Only the button changes the email, because mail scanners open links. */
export function ChangeEmailPage({ email, isDone = false, isOtherAccount = false }: ChangeEmailProps) {
  const { store, path } = usePage()
  if (isOtherAccount) return <OtherAccount />
  if (email === null) return <ExpiredLink />
  if (isDone) return <Changed email={email} />
  return (
    <NarrowPage title="Change your email">
      <p>
        The email for your {store.name} account will change to <b>{email}</b>. From then on, you'll sign in
        with it.
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
  <NarrowPage title="This link no longer works">
    <p>
      Sorry, that link has expired, was already used, or was replaced by a newer one. Nothing has changed.
    </p>
    <ContinueLink />
  </NarrowPage>
)

const OtherAccount = () => (
  <NarrowPage title="This link is for another account">
    <p>
      You're not signed in to the account that requested it. If that account is yours too, sign in to it and
      open the link again. If you didn't request this, you can ignore it.
    </p>
    <ContinueLink />
  </NarrowPage>
)

const Changed = ({ email }: { email: string }) => (
  <NarrowPage title="Your email has been changed">
    <p>
      Your email is now <b>{email}</b>. Please use it to sign in from now on. You won't need this link again.
    </p>
    <ContinueLink />
  </NarrowPage>
)
