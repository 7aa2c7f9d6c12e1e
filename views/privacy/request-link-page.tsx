import { paths } from '#src/paths.ts'
import type { MailedRequest } from '#src/privacy/requests.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { ErasureTerms } from './erasure-terms.tsx'

type RequestLinkProps = { secret: string; mailed: MailedRequest | null }

/** The page of the emailed link: first confirms the request, then offers the file for a day. */
export function RequestLinkPage({ secret, mailed }: RequestLinkProps) {
  if (!mailed) return <Expired />
  const { kind, email, correction } = mailed.request
  if (mailed.status === 'to_confirm') {
    if (kind === 'access') return <ConfirmAccess {...{ secret, email }} />
    if (kind === 'delete') return <ConfirmErasure {...{ secret, email }} />
    return <ConfirmCorrection {...{ secret, email, correction }} />
  }
  return kind === 'access' ? <Download secret={secret} email={email} /> : <UnderReview {...{ kind, email }} />
}

type RequestProps = { secret: string; email: string }

const ConfirmAccess = ({ secret, email }: RequestProps) => (
  <NarrowPage title="See your data">
    <p>
      Someone asked for a copy of all the data we have about <b>{email}</b>. If that was you, please confirm.
      If not, just close this page and nothing will happen.
    </p>
    <Form action={paths.personalData(secret)} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button" autofocus>
        Yes, create my file
      </button>
    </Form>
  </NarrowPage>
)

/** No autofocus here, so that a stray key press erases nothing. */
const ConfirmErasure = ({ secret, email }: RequestProps) => (
  <NarrowPage title="Delete your data">
    <p>
      Someone asked us to delete all the data we have about <b>{email}</b>. If that was you, please confirm.
      If not, just close this page and nothing will happen.
    </p>
    <p>Once you confirm, our team reviews your request. Here's what happens once it's approved:</p>
    <ErasureTerms />
    <Form action={paths.personalData(secret)} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button">
        Yes, delete my data
      </button>
    </Form>
  </NarrowPage>
)

const ConfirmCorrection = ({ secret, email, correction }: RequestProps & { correction: string | null }) => (
  <NarrowPage title="Correct your data">
    <p>
      Someone asked us to correct the data we have about <b>{email}</b>. If that was you, please confirm. If
      not, just close this page and nothing will happen.
    </p>
    {correction && <blockquote class="data-request__correction">{correction}</blockquote>}
    <Form action={paths.personalData(secret)} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button" autofocus>
        Yes, correct my data
      </button>
    </Form>
  </NarrowPage>
)

const Download = ({ secret, email }: RequestProps) => (
  <NarrowPage title="Your data">
    <p>
      Here's all the data we have about <b>{email}</b>. You can download the file for 24 hours.
    </p>
    <p>
      <a class="button" href={paths.personalDataFile(secret)} download data-turbo="false">
        Download the file
      </a>
    </p>
  </NarrowPage>
)

const UnderReview = ({ kind, email }: { kind: 'delete' | 'correct'; email: string }) => (
  <NarrowPage title="Thank you">
    <p>
      Our team is reviewing your request to {kind} the data we have about <b>{email}</b>. We'll email you when
      it's done, within 45 days.
    </p>
  </NarrowPage>
)

const Expired = () => (
  <NarrowPage title="This link no longer works">
    <p>Links expire after 24 hours. Please send your request again, and we'll email you a new one.</p>
    <p>
      <a class="button" href={paths.dataRequest()}>
        Send a new request
      </a>
    </p>
  </NarrowPage>
)
