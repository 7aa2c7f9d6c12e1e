import { Icon } from '../shared/icon.tsx'

export type PaymentStatusPageProps = {
  /** Keeps the `payment_intent_id` of the visitor's URL. */
  statusUrl: string
  successUrl: string
  errorUrl: string
  /** This page with its query, for browsers without scripts. */
  reloadUrl: string
}

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
          We're waiting for your bank. This takes a few seconds, so please keep this page open.
        </p>
      </div>
      <div data-payment-status-target="late" hidden>
        <h1 class="payment-wait__title">This is taking longer than usual</h1>
        <p class="payment-wait__words">
          You don't need to wait here, and you don't need to pay again. We'll email you as soon as your bank
          responds.
        </p>
        <a class="button button--quiet" href={reloadUrl}>
          Check again
        </a>
      </div>
    </div>
    <noscript>
      <p class="payment-wait__words">
        This page can't refresh itself without JavaScript.{' '}
        <a href={reloadUrl}>Check whether your payment went through</a>.
      </p>
    </noscript>
  </section>
)
