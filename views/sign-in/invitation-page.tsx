import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ContinueLink } from './continue-link.tsx'

type InvitationPageProps = {
  /** Null: the link no longer works. */
  email: string | null
  work: string
}

export function InvitationPage({ email, work }: InvitationPageProps) {
  const { store, path } = usePage()
  if (email === null) return <ExpiredInvitation />
  return (
    <NarrowPage title={`Work with ${store.name}`}>
      <p>
        You’re invited to work with {store.name} as {work}, signed in as <b>{email}</b>.
      </p>
      <Form action={path} method="post" class="sign-in__form" data-turbo="false">
        <button type="submit" class="button" autofocus>
          Accept and sign in
        </button>
      </Form>
    </NarrowPage>
  )
}

const ExpiredInvitation = () => (
  <NarrowPage title="This invitation no longer works">
    <p>Sorry, it was used, withdrawn, or is older than a week. Please ask for a new one.</p>
    <ContinueLink />
  </NarrowPage>
)
