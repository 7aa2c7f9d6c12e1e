import { paths } from '#src/paths.ts'
import { CARD_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { CardField, CardProblem } from '../checkout/card-payment.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

export type NewCardProps = {
  payments: { publishableKey: string; scriptUrl: string | null; embedded: boolean }
  problem?: string
  /** The provider's client secret for the bank's challenge, and the attempt it belongs to. */
  question?: string
  setupToken?: string
  /** Where someone came from to add a card. */
  returnTo?: string | undefined
}

const INCOMPLETE = 'The save button appears here once your card details are complete.'

/** The provider's own field reads the card; only the token it returns is sent to us. */
export const NewCardPage = ({ payments, problem, question, setupToken, returnTo }: NewCardProps) => (
  <div class="new-card">
    <p class="new-card__back">
      <a href={returnTo ?? paths.accountPart('account_cards')}>
        <Icon name="back" /> {returnTo ? 'Back' : 'Your account'}
      </a>
    </p>
    <h1 class="new-card__title">Add a card</h1>
    <noscript>
      <p>
        Adding a card needs JavaScript, because your card goes straight to our payment provider and never to
        us. Please turn it on and reload this page.
      </p>
    </noscript>
    <Form
      action={paths.addCard()}
      method="post"
      class="card-payment payment-step checkout-form"
      data-turbo="false"
      data-controller="card-payment"
      data-card-payment-payments-value={JSON.stringify(payments)}
      data-card-payment-question-value={question ?? ''}
      data-card-payment-waiting-value={
        setupToken ? paths.newCard({ setup: setupToken, return_to: returnTo }) : ''
      }
      data-card-payment-incomplete-value={INCOMPLETE}
      data-card-payment-failed-value={CARD_FAILED_SENTENCE}
      data-action="submit->card-payment#pay input->card-payment#update change->card-payment#update"
    >
      {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
      <div class="card-payment__fields" data-card-payment-target="fields">
        <CardField />
      </div>
      <CardProblem message={problem ?? null} />
      <div class="payment-step__pay">
        <button type="submit" class="button checkout-form__submit" data-card-payment-target="submit" hidden>
          Save card
        </button>
        <p class="checkout-hint" role="status" data-card-payment-target="hint">
          {INCOMPLETE}
        </p>
        <a
          class="button button--quiet checkout-form__submit"
          href={paths.newCard({ return_to: returnTo })}
          data-card-payment-target="again"
          data-turbo="false"
          hidden
        >
          Try again
        </a>
      </div>
      <p class="payment-step__trust">
        Nothing is charged now. Your card goes straight to our payment provider, and we never see its number.
      </p>
    </Form>
  </div>
)
