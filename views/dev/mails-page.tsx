import { paths } from '#src/paths.ts'
import type { Mail } from '../mails/receipt.tsx'

type MailsPageProps = { mails: ({ name: string } & Mail)[] }

/** Every mail the shop sends, as its readers get it: html and text. */
export const MailsPage = ({ mails }: MailsPageProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Mails</h1>
      <p class="page-head__intro">
        What the shop writes, with people who do not exist. What it really sent is in the{' '}
        <a href={paths.outbox()}>outbox</a>.
      </p>
    </header>
    <ul class="mail-list">
      {mails.map(({ name, subject }) => (
        <li class="mail-list__mail">
          <span class="mail-list__subject">{subject}</span>
          <span class="mail-list__ways">
            <a href={paths.mail(`${name}.html`)} data-turbo="false">
              html<span class="visually-hidden"> of {name}</span>
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
