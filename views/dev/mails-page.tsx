import { paths } from '#src/paths.ts'
import { segmentsOf } from '#src/texts/gsm.ts'
import type { Mail } from '../mails/receipt.tsx'

type MailsPageProps = { mails: ({ name: string } & Mail)[]; texts: { name: string; text: string }[] }

export const MailsPage = ({ mails, texts }: MailsPageProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Emails and texts</h1>
      <p class="page-head__intro">
        Every email and text the shop can send, with made-up people. See the{' '}
        <a href={paths.outbox()}>outbox</a> for what it has sent.
      </p>
    </header>
    <ul class="mail-list">
      {mails.map(({ name, subject }) => (
        <li class="mail-list__mail">
          <span class="mail-list__subject">{subject}</span>
          <span class="mail-list__ways">
            <a href={paths.mail(`${name}.html`)} data-turbo="false">
              HTML<span class="visually-hidden"> of {name}</span>
            </a>
            <a href={paths.mail(`${name}.txt`)} data-turbo="false">
              text<span class="visually-hidden"> of {name}</span>
            </a>
          </span>
        </li>
      ))}
    </ul>
    <h2 id="texts">Texts</h2>
    <ul class="mail-list">
      {texts.map(({ name, text }) => (
        <li class="mail-list__mail" id={`text-${name}`}>
          <span class="mail-list__subject">{text}</span>
          <span class="mail-list__ways">
            {segmentsOf(text) === 1 ? '1 segment' : `${segmentsOf(text)} segments`}
          </span>
        </li>
      ))}
    </ul>
  </>
)
