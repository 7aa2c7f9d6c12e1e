import { MailDocument, mailStyles as styles } from './mail-table.tsx'
import type { Mail } from './receipt.tsx'

export type Store = { name: string; email: string; phone: string }

type Letter = {
  subject: string
  title: string
  /** What happened and what it means, before the link. */
  paragraphs: string[]
  link?: { words: string; url: string }
  /** What else to know, below it. */
  after?: string[]
  /** For what nobody ordered: where its reader says what to send, and what not. */
  preferencesUrl?: string | undefined
  store: Store
}

/** A short mail with at most one thing to do, as html and as text. */
export function letter(props: Letter): Mail {
  const { subject, title, paragraphs, link, after = [], preferencesUrl, store } = props
  return {
    subject,
    html: `<!doctype html>${(<LetterMail {...props} />).toString()}`,
    text: [
      title,
      ...paragraphs,
      ...(link ? [`${link.words}: ${link.url}`] : []),
      ...after,
      `Questions? Answer this mail, write to ${store.email} or call ${store.phone}.`,
      ...(preferencesUrl ? [`${PREFERENCES}: ${preferencesUrl}`] : []),
      store.name,
    ].join('\n\n'),
  }
}

const PREFERENCES = 'Choose what we send you, or unsubscribe'

const LetterMail = ({ title, paragraphs, link, after = [], preferencesUrl, store }: Letter) => (
  <MailDocument title={title} store={store}>
    <h1 style={styles.title}>{title}</h1>
    {paragraphs.map((words) => (
      <p style={styles.words}>{words}</p>
    ))}
    {link && (
      <p style={styles.panel} class="panel">
        <a class="accent" style={styles.link} href={link.url}>
          {link.words}
        </a>
      </p>
    )}
    {after.map((words) => (
      <p class="soft" style={`${styles.small}margin-top:16px;`}>
        {words}
      </p>
    ))}
    {preferencesUrl && (
      <p class="soft" style={`${styles.small}margin-top:16px;`}>
        <a class="accent" style={styles.link} href={preferencesUrl}>
          {PREFERENCES}
        </a>
      </p>
    )}
  </MailDocument>
)
