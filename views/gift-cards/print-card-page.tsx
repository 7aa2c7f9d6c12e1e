import { Phone } from '../shared/phone.tsx'
import { GiftCard } from './gift-card.tsx'

type PrintCardProps = {
  cents: number
  code: string
  message: string
  sender: string | null
  shopUrl: string
  store: { name: string; email: string; phone: string }
  /** The lines for the envelope, for staff. */
  mailTo?: string[]
}

/** One sheet of paper, folded or not. The button and the shop's frame don't print. */
export const PrintCardPage = ({ cents, code, message, sender, shopUrl, store, mailTo }: PrintCardProps) => (
  <article class="print-card">
    <div class="print-card__ways">
      <h1 class="print-card__title">Your gift card</h1>
      <button type="button" class="button" data-controller="print" data-action="print#print">
        Print
      </button>
    </div>
    {mailTo && (
      <address class="print-card__mail-to">
        <b>Mail it to</b>
        {mailTo.map((line) => (
          <span>{line}</span>
        ))}
      </address>
    )}
    <GiftCard cents={cents} sender={sender} />
    {message && <p class="print-card__note">{message}</p>}
    <p class="print-card__label">Gift card code</p>
    <p class="print-card__code">{code}</p>
    <ol class="print-card__steps">
      <li>
        Fill a box at <b>{new URL(shopUrl).host}</b>.
      </li>
      <li>Enter the code in your box or at checkout.</li>
      <li>What you don't spend stays on the card.</li>
    </ol>
    <p class="print-card__terms">
      It never expires and has no fees. Keep the code like cash: anyone who has it can spend it. Questions?{' '}
      {store.email} or <Phone number={store.phone} />.
    </p>
  </article>
)
