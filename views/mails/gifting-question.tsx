import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { formatPhone } from '#src/delivery/rules.ts'
import { lastLines, MailDocument, mailStyles as styles } from './mail-table.tsx'
import type { Mail } from './receipt.tsx'

type GiftingQuestionProps = {
  contact: CorporateGiftingContact
  /** Absolute; it lists all questions. */
  giftingUrl: string
  store: { name: string; email: string; phone: string }
}

/** Sent to staff. */
export function giftingQuestion(props: GiftingQuestionProps): Mail {
  const { contact, giftingUrl, store } = props
  return {
    subject: `Corporate gifting: ${contact.company ?? contact.name}`,
    html: `<!doctype html>${(<GiftingMail {...props} />).toString()}`,
    text: [
      TITLE,
      facts(contact)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      contact.message,
      `${NEXT}: ${giftingUrl}`,
      ...lastLines(store, 'staff'),
    ].join('\n\n'),
  }
}

const TITLE = 'A question about corporate gifting'
const NEXT = 'Begin their gift in the back office'

const GiftingMail = ({ contact, giftingUrl, store }: GiftingQuestionProps) => (
  <MailDocument title={TITLE} reader="staff" store={store}>
    <h1 style={styles.title}>{TITLE}</h1>
    <table style={styles.table}>
      <tbody>
        {facts(contact).map(([name, value]) => (
          <tr>
            <th scope="row" class="cell" style={styles.cell}>
              {name}
            </th>
            <td class="cell" style={styles.cell}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <div class="panel" style={styles.panel}>
      {contact.message.split('\n').map((line) => (
        <p style={styles.text}>{line}</p>
      ))}
    </div>
    <p style={`${styles.text}margin-top:20px;`}>
      <a class="accent" style={styles.link} href={giftingUrl}>
        {NEXT}
      </a>
    </p>
  </MailDocument>
)

function facts({ name, email, company, phone, quantity }: CorporateGiftingContact): [string, string][] {
  return [
    ['Name', name],
    ['Answer to', email],
    ['Company', company ?? 'not provided'],
    ['Phone', phone ? formatPhone(phone) : 'not provided'],
    ['Boxes', quantity === null ? 'not sure yet' : String(quantity)],
  ]
}
