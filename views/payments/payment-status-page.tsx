import { Icon } from '../shared/icon.tsx'

export type PaymentStatusPageProps = {
  /** Polled; carries `payment_intent_id` when the visitor came with one. */
  statusUrl: string
  successUrl: string
  errorUrl: string
  /** This page with its query, for browsers without scripts. */
  reloadUrl: string
}

/** Between the card and the confirmation: says what is going on, and never asks to pay again. */
export const PaymentStatusPage = ({ statusUrl, successUrl, errorUrl, reloadUrl }: PaymentStatusPageProps) => (
  <section
    class="payment-wait"
    data-controller="payment-status"
    data-payment-status-url-value={statusUrl}
    data-payment-status-success-url-value={successUrl}
    data-payment-status-error-url-value={errorUrl}
  >
    <div class="payment-wait__mark">
      <Icon name="box" />
    </div>
    <div role="status">
      <div data-payment-status-target="waiting">
        <h1 class="payment-wait__title">Confirming your payment</h1>
        <p class="payment-wait__words">
          Your bank is answering. This takes a few seconds; please keep this page open.
        </p>
      </div>
      <div data-payment-status-target="late" hidden>
        <h1 class="payment-wait__title">This is taking longer than usual</h1>
        <p class="payment-wait__words">
          You need not wait here, and need not pay again: we will send you a mail as soon as your bank has
          answered.
        </p>
        <a class="button button--quiet" href={reloadUrl}>
          Check again
        </a>
      </div>
    </div>
    <noscript>
      <p class="payment-wait__words">
        This page cannot renew itself without scripts.{' '}
        <a href={reloadUrl}>See whether the payment has gone through</a>.
      </p>
    </noscript>
  </section>
)
