import type { ConfirmLinkState } from '#src/accounts/email-verification.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { usePage } from '../shared/page-facts.ts'
import { ContinueLink } from './continue-link.tsx'

type ConfirmEmailProps = {
  linkState: Exclude<ConfirmLinkState, 'unknown_reader'>
  /** Of the signed-in account; '' if there is none. */
  email: string
}

export function ConfirmEmailPage({ linkState, email }: ConfirmEmailProps) {
  if (linkState === 'good') return <Question email={email} />
  return linkState === 'confirmed' ? <Confirmed email={email} /> : <DeadLink />
}

const Question = ({ email }: { email: string }) => (
  <NarrowPage title="Confirm your email">
    <p>
      Your account uses <b>{email}</b>. Is that you?
    </p>
    <Form action={usePage().path} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button">
        Yes, that's me
      </button>
    </Form>
  </NarrowPage>
)

const Confirmed = ({ email }: { email: string }) => (
  <NarrowPage title="Your email is confirmed">
    <p>
      Your account uses <b>{email}</b>. You're all set.
    </p>
    <ContinueLink />
  </NarrowPage>
)

const DeadLink = () => (
  <NarrowPage title="This link no longer works">
    <p>
      It was already used, has expired, or belongs to another account. Your account page shows whether your
      email is confirmed, and can send you a new link if it isn't.
    </p>
    <ContinueLink />
  </NarrowPage>
)
