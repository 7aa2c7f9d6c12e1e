import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { formatPhone } from '#src/delivery/rules.ts'
import { MailDocument, mailStyles as styles } from './mail-table.tsx'
import type { Mail } from './receipt.tsx'

type GiftingQuestionProps = {
  contact: CorporateGiftingContact
  store: { name: string; email: string; phone: string }
}

/** Sent to staff. */
export function giftingQuestion(props: GiftingQuestionProps): Mail {
  const { contact } = props
  return {
    subject: `Corporate gifting: ${contact.company ?? contact.name}`,
    html: `<!doctype html>${(<GiftingMail {...props} />).toString()}`,
    text: [...facts(contact).map(([name, value]) => `${name}: ${value}`), '', contact.message, ''].join('\n'),
  }
}

const GiftingMail = ({ contact, store }: GiftingQuestionProps) => (
  <MailDocument title="A question about corporate gifting" store={store}>
    <h1 style={styles.title}>A question about corporate gifting</h1>
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
  </MailDocument>
)

function facts({ name, email, company, phone, quantity }: CorporateGiftingContact): [string, string][] {
  return [
    ['Name', name],
    ['Reply to', email],
    ['Company', company ?? 'not provided'],
    ['Phone', phone ? formatPhone(phone) : 'not provided'],
    ['Boxes', quantity === null ? 'not sure yet' : String(quantity)],
  ]
}
