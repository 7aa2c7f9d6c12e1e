import type { ConfirmLinkState } from '#src/accounts/email-verification.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { OnwardLink } from './onward-link.tsx'

type ConfirmEmailProps = {
  standing: Exclude<ConfirmLinkState, 'unknown_reader'>
  /** Of the account that is signed in; '' where none is. */
  email: string
}

/** Where the link of a welcome leads. */
export function ConfirmEmailPage({ standing, email }: ConfirmEmailProps) {
  if (standing === 'good') return <Question email={email} />
  return standing === 'confirmed' ? <Confirmed email={email} /> : <DeadLink />
}

const Question = ({ email }: { email: string }) => (
  <NarrowPage title="Confirm your address">
    <p>
      Your account keeps your orders under <b>{email}</b>. Is that you?
    </p>
    <Form action={usePage().path} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button">
        Yes, that is my address
      </button>
    </Form>
  </NarrowPage>
)

const Confirmed = ({ email }: { email: string }) => (
  <NarrowPage title="Your address is confirmed">
    <p>
      Your account keeps your orders under <b>{email}</b>. There is nothing more to do.
    </p>
    <OnwardLink />
  </NarrowPage>
)

const DeadLink = () => (
  <NarrowPage title="This link is no longer good">
    <p>
      It was used already, is too old, or belongs to another account. Your account says whether your address
      is confirmed, and mails you another link if it is not.
    </p>
    <OnwardLink />
  </NarrowPage>
)
