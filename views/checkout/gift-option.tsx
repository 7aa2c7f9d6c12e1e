import { MAX_EMAIL_LENGTH } from '#src/accounts/rules.ts'
import { GIFT_LABELS, GIFT_WORDS } from '#src/checkout/sentences.ts'
import type { Gift } from '#src/orders/rules.ts'
import { Field } from '../shared/field.tsx'
import { TextArea } from '../shared/text-area.tsx'

export type GiftShown = Gift & { ticked: boolean }

type GiftOptionProps = { gift: GiftShown; error: string | null }

/** The `gifting` controller shows the fields and hides the recurring option while the box is checked. */
export const GiftOption = ({ gift, error }: GiftOptionProps) => (
  <section class="gift-option" aria-label="Gift">
    <input type="hidden" name="gift_order" value="0" />
    <label class="tick">
      <input
        type="checkbox"
        name="gift_order"
        value="1"
        checked={gift.ticked}
        autocomplete="off"
        aria-describedby="gift_words"
        data-gifting-target="box"
        data-action="gifting#update"
      />
      <span>{GIFT_LABELS.tick}</span>
    </label>
    <p class="gift-option__words" id="gift_words">
      {GIFT_WORDS}
    </p>
    <fieldset class="gift-option__fields" data-gifting-target="fields">
      <legend class="visually-hidden">Gift recipient</legend>
      <Field
        id="gift_recipient_name"
        name="gift_info[recipient_name]"
        label={`${GIFT_LABELS.name} (optional)`}
        autocomplete="off"
        maxlength={100}
        value={gift.recipientName}
      />
      <Field
        id="gift_recipient_email"
        name="gift_info[recipient_email]"
        label={`${GIFT_LABELS.email} (optional)`}
        hint="We'd only email them about a recall. We'll never send them marketing."
        type="email"
        inputmode="email"
        autocomplete="off"
        maxlength={MAX_EMAIL_LENGTH}
        value={gift.recipientEmail}
        error={error ?? undefined}
      />
      <TextArea
        id="gift_message"
        name="gift_info[message]"
        label={GIFT_LABELS.message}
        value={gift.message}
        maxlength={500}
      />
    </fieldset>
  </section>
)
