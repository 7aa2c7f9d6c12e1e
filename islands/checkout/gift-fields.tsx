/** @jsxImportSource react */
import { useId } from 'react'
import { MAX_EMAIL_LENGTH } from '#src/accounts/rules.ts'
import { GIFT_LABELS, GIFT_WORDS } from '#src/checkout/sentences.ts'
import type { Gift } from '#src/orders/rules.ts'
import { TextField } from './text-field.tsx'

/** The same fields as in the older checkout's delivery step. The stylesheet shows them while the box is checked. */
export function GiftFields({ gift }: { gift: Gift | null }) {
  const wordsId = useId()
  return (
    <section className="gift-option" aria-label="Gift">
      <input type="hidden" name="gift_order" value="0" />
      <label className="tick">
        <input
          type="checkbox"
          name="gift_order"
          value="1"
          defaultChecked={gift !== null}
          autoComplete="off"
          aria-describedby={wordsId}
        />
        <span>{GIFT_LABELS.tick}</span>
      </label>
      <p className="gift-option__words" id={wordsId}>
        {GIFT_WORDS}
      </p>
      <Recipient gift={gift} />
    </section>
  )
}

const Recipient = ({ gift }: { gift: Gift | null }) => (
  <fieldset className="gift-option__fields">
    <legend className="visually-hidden">Gift recipient</legend>
    <TextField
      label={GIFT_LABELS.name}
      optional
      name="gift_info[recipient_name]"
      autoComplete="off"
      maxLength={100}
      defaultValue={gift?.recipientName}
    />
    <TextField
      label={GIFT_LABELS.email}
      optional
      name="gift_info[recipient_email]"
      type="email"
      inputMode="email"
      autoComplete="off"
      maxLength={MAX_EMAIL_LENGTH}
      defaultValue={gift?.recipientEmail}
    />
    <Message text={gift?.message ?? ''} />
  </fieldset>
)

function Message({ text }: { text: string }) {
  const id = useId()
  return (
    <div className="field field--wide">
      <label className="field__label" htmlFor={id}>
        {GIFT_LABELS.message}
      </label>
      <textarea
        className="field__input"
        id={id}
        name="gift_info[message]"
        rows={4}
        maxLength={500}
        defaultValue={text}
      />
    </div>
  )
}

export function readGift(form: FormData): Gift | null {
  if (form.getAll('gift_order').at(-1) !== '1') return null
  const read = (name: string) => String(form.get(`gift_info[${name}]`) ?? '').trim()
  return {
    recipientName: read('recipient_name'),
    recipientEmail: read('recipient_email'),
    message: read('message'),
  }
}

export const isSameGift = (gift: Gift, other: Gift | null) =>
  gift.recipientName === other?.recipientName &&
  gift.recipientEmail === other.recipientEmail &&
  gift.message === other.message

export const wireGift = (gift: Gift | null) =>
  gift === null
    ? { gift_order: '0' }
    : {
        gift_order: '1',
        gift_info: {
          recipient_name: gift.recipientName,
          recipient_email: gift.recipientEmail,
          message: gift.message,
        },
      }
