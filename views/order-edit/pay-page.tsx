import type { PaidChange } from '#db/schema/index.ts'
import { CARD_TRUST, DETAILS_HINT, noScriptSentence } from '#src/checkout/sentences.ts'
import { formatCents } from '#src/money.ts'
import { BillingAddress, type BillingShown } from '../checkout/billing-address.tsx'
import { CardField, type CardPaymentProps, CardProblem } from '../checkout/card-payment.tsx'
import { Form } from '../shared/form.tsx'
import { Difference } from './difference.tsx'
import { unpaidWords } from './unpaid-words.ts'

type PayPageProps = Pick<CardPaymentProps, 'payments' | 'question' | 'storePhone'> & {
  identifier: string
  action: string
  orderPath: string
  amountCents: number
  /** Of the payment, so that a page left open can't pay for a later change. */
  attempt: number
  change: PaidChange
  billing: BillingShown
  problem: string | null
}

/** The card form for the difference. The provider's script turns the card into a token, so it needs JavaScript. */
export const PayPage = (props: PayPageProps) => (
  <article class="order-edit order-edit--narrow">
    <header class="page-head">
      <h1 class="page-head__title">Pay the difference</h1>
      <p class="order-edit__words">
        For order <span class="nowrap">{props.identifier}</span>. Until it's paid, your order stays exactly as
        it is.
      </p>
    </header>
    <ul class="order-edit__changes">
      {unpaidWords(props.change).map((words) => (
        <li>{words}</li>
      ))}
    </ul>
    <Difference rows={[]} differenceCents={props.amountCents} />
    <noscript>
      <p>{noScriptSentence(props.storePhone)} Your bank's confirmation needs JavaScript too.</p>
    </noscript>
    <Form
      action={props.action}
      method="post"
      class="card-payment payment-step checkout-form"
      data-turbo="false"
      data-controller="card-payment"
      data-card-payment-payments-value={JSON.stringify(props.payments)}
      data-card-payment-question-value={props.question ?? ''}
      data-card-payment-waiting-value={props.action}
      data-card-payment-outcome-value={props.action}
      data-action="submit->card-payment#pay input->card-payment#update change->card-payment#update"
    >
      <input type="hidden" name="attempt" value={props.attempt} />
      <div class="card-payment__fields" data-card-payment-target="fields">
        <CardField />
        <BillingAddress {...props.billing} />
      </div>
      <CardProblem message={props.problem && `${props.problem} Your order is still as it was.`} />
      <div class="payment-step__pay">
        <button type="submit" class="button checkout-form__submit" data-card-payment-target="submit" hidden>
          Pay {formatCents(props.amountCents)} and {props.change.kind === 'moved' ? 'move it' : 'update'}
        </button>
        <p class="checkout-hint" role="status" data-card-payment-target="hint">
          {DETAILS_HINT}
        </p>
        <a class="button checkout-form__submit" href={props.action} data-card-payment-target="again" hidden>
          Try again
        </a>
      </div>
      <p class="payment-step__trust">{CARD_TRUST}</p>
    </Form>
    <Form action={props.action} method="delete">
      <input type="hidden" name="attempt" value={props.attempt} />
      <button type="submit" class="link-button">
        Keep my order as it was
      </button>
    </Form>
  </article>
)
