import { paths } from '#src/paths.ts'
import type { MailedRequest } from '#src/privacy/requests.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { ErasureWords } from './erasure-words.tsx'

type RequestLinkProps = { secret: string; mailed: MailedRequest | null }

/** Where the mail about a request leads: its button confirms, and then the file is there for a day. */
export function RequestLinkPage({ secret, mailed }: RequestLinkProps) {
  if (!mailed) return <Expired />
  const { kind, email } = mailed.request
  if (mailed.standing === 'to_confirm')
    return kind === 'access' ? <ToSee {...{ secret, email }} /> : <ToErase {...{ secret, email }} />
  return kind === 'access' ? <File secret={secret} email={email} /> : <Waiting email={email} />
}

type Asked = { secret: string; email: string }

const ToSee = ({ secret, email }: Asked) => (
  <NarrowPage title="See your data">
    <p>
      Somebody asked for a file of everything we keep of <b>{email}</b>. If it was you, confirm it here. If
      not, close this page: nothing happens.
    </p>
    <Form action={paths.personalData(secret)} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button" autofocus>
        It was me: make the file
      </button>
    </Form>
  </NarrowPage>
)

/** Its button is not where the focus begins: a key that is pressed by chance erases nobody. */
const ToErase = ({ secret, email }: Asked) => (
  <NarrowPage title="Have your data erased">
    <p>
      Somebody asked us to erase everything we keep of <b>{email}</b>. If it was you, confirm it here. If not,
      close this page: nothing happens.
    </p>
    <p>Once you confirm it, a person of the shop looks at it. When it is done:</p>
    <ErasureWords />
    <Form action={paths.personalData(secret)} method="post" class="sign-in__form" data-turbo="false">
      <button type="submit" class="button">
        It was me: erase my data
      </button>
    </Form>
  </NarrowPage>
)

const File = ({ secret, email }: Asked) => (
  <NarrowPage title="Your data">
    <p>
      Here is all that we keep of <b>{email}</b>. The file can be fetched for a day.
    </p>
    <p>
      <a class="button" href={paths.personalDataFile(secret)} download data-turbo="false">
        Download the file
      </a>
    </p>
  </NarrowPage>
)

const Waiting = ({ email }: { email: string }) => (
  <NarrowPage title="Thank you">
    <p>
      Your request to erase what we keep of <b>{email}</b> is with a person now. We write to you when it is
      done, within 45 days at most.
    </p>
  </NarrowPage>
)

const Expired = () => (
  <NarrowPage title="This link is no longer good">
    <p>It was good for a day. Please ask again, and we send another.</p>
    <p>
      <a class="button" href={paths.dataRequest()}>
        Ask again
      </a>
    </p>
  </NarrowPage>
)
