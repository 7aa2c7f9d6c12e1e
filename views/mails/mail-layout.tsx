import type { Logo } from '#src/shop-settings/logo.ts'
import { lastLines, MailDocument, type Reader, mailStyles as styles } from './mail-table.tsx'
import type { Mail } from './receipt.tsx'

export type Store = {
  name: string
  email: string
  phone: string
  address?: string | null
  logo?: Logo | null
  /** The owner's own lines; each may be empty. */
  words?: { closing: string; receipt: string; shipped: string; delivered: string }
}

type Link = { label: string; url: string }

type MailContent = {
  subject: string
  title: string
  /** Above the link. */
  paragraphs: string[]
  link?: Link
  /** Less prominent than `link`. */
  otherLink?: Link
  /** Below the link. */
  after?: string[]
  /** Only in optional emails. */
  preferencesUrl?: string | undefined
  reader?: Reader
  store: Store
}

/** A short email with at most one call to action. */
export function composeEmail(props: MailContent): Mail {
  const { subject, title, paragraphs, link, otherLink, after = [], preferencesUrl, reader, store } = props
  return {
    subject,
    html: `<!doctype html>${(<HtmlMail {...props} />).toString()}`,
    text: [
      title,
      ...paragraphs,
      ...[link, otherLink].flatMap((each) => (each ? [`${each.label}: ${each.url}`] : [])),
      ...after,
      ...lastLines(store, reader),
      ...(preferencesUrl ? [`${PREFERENCES}: ${preferencesUrl}`] : []),
      store.name,
    ].join('\n\n'),
  }
}

const PREFERENCES = 'Manage your email preferences or unsubscribe'

const HtmlMail = ({
  title,
  paragraphs,
  link,
  otherLink,
  after = [],
  preferencesUrl,
  reader,
  store,
}: MailContent) => (
  <MailDocument title={title} reader={reader} store={store}>
    <h1 style={styles.title}>{title}</h1>
    {paragraphs.map((text) => (
      <p style={styles.text}>{text}</p>
    ))}
    {link && (
      <p style={styles.panel} class="panel">
        <a class="accent" style={styles.link} href={link.url}>
          {link.label}
        </a>
      </p>
    )}
    {otherLink && (
      <p style={`${styles.text}margin-top:20px;`}>
        <a class="accent" style={styles.link} href={otherLink.url}>
          {otherLink.label}
        </a>
      </p>
    )}
    {after.map((text) => (
      <p class="soft" style={`${styles.small}margin-top:16px;`}>
        {text}
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
