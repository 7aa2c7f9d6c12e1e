import type { Day } from '#src/day.ts'
import type { CardProblem, TypedCard } from '#src/gift-cards/fields.ts'
import {
  type CardField,
  MAX_CARD_CENTS,
  MAX_CARD_MESSAGE,
  MAX_CARDS_PER_ORDER,
  MAX_SENDER_NAME,
  MIN_CARD_CENTS,
} from '#src/gift-cards/rules.ts'
import { shortCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'
import { GiftCard } from './gift-card.tsx'
import { Amounts, Methods } from './gift-card-keys.tsx'

type GiftCardsProps = {
  typed: TypedCard
  /** What was typed comes to; null for what is no amount. */
  cents: number | null
  problem?: CardProblem
  /** The card shows what was typed: the form was sent without scripts to see it. */
  isPreview?: boolean
  sendFrom: Day
  sendUntil: Day
}

/** The style sheet shows only the fields of the chosen delivery method, so it works without scripts. */
export const GiftCardsPage = (props: GiftCardsProps) => (
  <div class="gift-cards" data-controller="gift-card-form">
    <header class="page-head">
      <h1 class="page-head__title">Give them dinner</h1>
      <p class="page-head__intro">
        Gift cards from {shortCents(MIN_CARD_CENTS)} to {shortCents(MAX_CARD_CENTS)}. They work on everything
        in the shop, never expire and have no fees. <a href={paths.giftCardBalance()}>Check a balance</a>
      </p>
    </header>
    <div class="gift-cards__columns">
      <Preview {...props} />
      <BuyForm {...props} />
    </div>
  </div>
)

const Preview = ({ typed, cents, isPreview = false }: GiftCardsProps) => (
  <section class="gift-cards__side" aria-label="Preview">
    <GiftCard cents={cents} sender={typed.delivery_method === 'print' ? typed.sender_name_for_print : null} />
    <p class="gift-cards__note" data-gift-card-form-target="note" hidden={typed.message === ''}>
      {typed.message}
    </p>
    {isPreview && (
      <p role="status" class="gift-cards__soft">
        This is how it looks. Add it to your box below.
      </p>
    )}
  </section>
)

const errorAt = (problem: CardProblem | undefined, field: CardField) =>
  problem?.field === field ? problem.message : undefined

const BuyForm = (props: GiftCardsProps) => {
  const { typed, problem } = props
  return (
    <Form
      action={paths.addGiftCard()}
      method="post"
      class="gift-form"
      data-action="input->gift-card-form#show change->gift-card-form#show"
    >
      <Methods {...props} />
      <Amounts {...props} />
      <fieldset class="gift-form__step">
        <legend class="gift-form__title">
          <b>3</b> The details
        </legend>
        <div class="gift-form__email">
          <EmailField
            id="gift_recipient"
            name="recipient_email"
            label="Their email"
            hint="We'll only use it to send this card."
            required={false}
            autocomplete="off"
            value={typed.recipient_email}
            error={errorAt(problem, 'recipient_email')}
          />
          <Field
            id="gift_send_on"
            name="send_on"
            label="Send it on (optional)"
            hint="In the morning of that day. Leave it empty to send it right away."
            type="date"
            min={props.sendFrom}
            max={props.sendUntil}
            value={typed.send_on}
            error={errorAt(problem, 'send_on') ?? ''}
          />
        </div>
        <div class="gift-form__print">
          <Field
            id="gift_sender_name"
            name="sender_name_for_print"
            label="Your name"
            hint="It goes on the card."
            autocomplete="name"
            maxlength={MAX_SENDER_NAME}
            data-gift-card-form-target="senderField"
            value={typed.sender_name_for_print}
            error={errorAt(problem, 'sender_name_for_print') ?? ''}
          />
          <EmailField
            id="gift_sender_email"
            name="sender_email_for_print"
            label="Your email"
            hint="We send the card here, ready to print."
            required={false}
            value={typed.sender_email_for_print}
            error={errorAt(problem, 'sender_email_for_print')}
          />
        </div>
        <div class="gift-form__ship">
          <Field
            id="gift_quantity"
            name="gift_card_quantity"
            label="How many cards"
            hint="We print them and mail them, free, to the address you enter at checkout."
            inputmode="numeric"
            autocomplete="off"
            maxlength={String(MAX_CARDS_PER_ORDER).length}
            value={typed.gift_card_quantity}
            error={errorAt(problem, 'gift_card_quantity') ?? ''}
          />
        </div>
        <TextArea
          id="gift_card_message"
          name="message"
          label="A note (optional)"
          hint="It shows on the card as you type."
          maxlength={MAX_CARD_MESSAGE}
          rows={3}
          value={typed.message}
          error={errorAt(problem, 'message')}
        />
      </fieldset>
      <div class="gift-form__send">
        <button type="submit" class="button">
          Add to Box
        </button>
        <button
          type="submit"
          class="button button--quiet gift-form__look"
          formaction={paths.giftCards()}
          data-gift-card-form-target="look"
        >
          Preview
        </button>
      </div>
      <p class="gift-cards__soft">
        No tax and no delivery fee. You get the receipt. Gift cards pay for food, not for other gift cards.
      </p>
    </Form>
  )
}
