import { CARD_TRUST, DETAILS_HINT, noScriptSentence, SAVED_CARD_SENTENCES } from '#src/checkout/sentences.ts'
import type { Day } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { RenewPeriod } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import type { Flow } from '#src/payments/flow.ts'
import type { Place } from '#src/postal/place.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { BillingAddress, type BillingShown } from './billing-address.tsx'
import { ShownOrder } from './shown-order.tsx'
import { TermsBox } from './terms-box.tsx'

export type CardPaymentProps = {
  orderToken: string
  delivery: Place
  arrivesOn: Day
  flow: Flow
  /** Null for a one-time box. */
  period: RenewPeriod | null
  totalCents: number
  giftCents: number
  termsRequired: boolean
  billing: BillingShown
  problem: string | null
  payments: { publishableKey: string; scriptUrl: string | null; embedded: boolean }
  /** The client secret for the bank's question, if there is one. */
  question: string | null
  storePhone: string
}

/** The card form of the older checkout. The provider's script turns the card into a token, so it needs JavaScript. */
export const CardPayment = (props: CardPaymentProps) => (
  <>
    <noscript>
      <p>{noScriptSentence(props.storePhone)}</p>
    </noscript>
    <Form
      action={paths.updatePayment(props.orderToken)}
      method="post"
      class="card-payment payment-step checkout-form"
      data-turbo="false"
      data-controller="card-payment"
      data-card-payment-payments-value={JSON.stringify(props.payments)}
      data-card-payment-question-value={props.question ?? ''}
      data-card-payment-waiting-value={paths.paymentStatusPage(props.orderToken)}
      data-card-payment-outcome-value={paths.paymentStatus(props.orderToken)}
      data-action="submit->card-payment#pay input->card-payment#update change->card-payment#update"
    >
      <div class="card-payment__fields" data-card-payment-target="fields">
        {SAVED_CARD_SENTENCES[props.flow] && <p>{SAVED_CARD_SENTENCES[props.flow]}</p>}
        <CardField />
        <BillingAddress {...props.billing} />
        {props.termsRequired && <TermsBox />}
      </div>
      <CardProblem message={props.problem} />
      <PayButton {...props} />
      <p class="payment-step__trust">{CARD_TRUST}</p>
    </Form>
  </>
)

export const CardField = () => (
  <div class="field">
    <p class="field__label">Card</p>
    <div class="card-payment__card" data-card-payment-target="card" />
    <p class="field__error" role="alert" data-card-payment-target="cardProblem" />
  </div>
)

export const CardProblem = ({ message }: { message: string | null }) => (
  <div
    role="alert"
    class="card-payment__problem"
    data-card-payment-target="problem"
    hidden={message === null}
  >
    <div class="notice notice--danger">
      <Icon name="alert" />
      <p class="notice__text">{message}</p>
    </div>
  </div>
)

/** The button replaces the hint once the form is complete. The ids mark what a new total changes. */
const PayButton = ({
  orderToken,
  delivery,
  arrivesOn,
  flow,
  period,
  totalCents,
  giftCents,
}: CardPaymentProps) => (
  <div class="payment-step__pay">
    <div id="payment_total" hidden>
      <input type="hidden" name="shown_total_cents" value={totalCents} />
      <input type="hidden" name="shown_gift_cents" value={giftCents} />
      <ShownOrder {...{ arrivesOn, period }} place={delivery} />
    </div>
    <button type="submit" class="button checkout-form__submit" data-card-payment-target="submit" hidden>
      <span id="payment_words">
        {flow === 'sub-free' ? 'Save card and place order' : `Pay ${formatCents(totalCents)}`}
      </span>
    </button>
    <p class="checkout-hint" role="status" data-card-payment-target="hint">
      {DETAILS_HINT}
    </p>
    <a
      class="button checkout-form__submit"
      href={paths.paymentStep(orderToken)}
      data-card-payment-target="again"
      hidden
    >
      Try again
    </a>
  </div>
)
