import { paths } from '#src/paths.ts'
import type { Mail } from '../mails/receipt.tsx'

type MailsPageProps = { mails: ({ name: string } & Mail)[] }

export const MailsPage = ({ mails }: MailsPageProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Emails</h1>
      <p class="page-head__intro">
        Every email the shop can send, with made-up people. See the <a href={paths.outbox()}>outbox</a> for
        what it has sent.
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
  </>
)
