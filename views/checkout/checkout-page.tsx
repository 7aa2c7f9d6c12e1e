import { Island, type IslandProps } from '../shared/island.tsx'
import { CheckoutSummary, type CheckoutSummaryProps } from './summary.tsx'

export type CheckoutProps = IslandProps<'checkout'>

export type CheckoutPageProps = { checkout: CheckoutProps; summary: CheckoutSummaryProps }

/** Steps on the left are React's; the summary on the right stays the server's, and is renewed by its id. */
export const CheckoutPage = ({ checkout, summary }: CheckoutPageProps) => (
  <div class="checkout">
    <h1 class="checkout__title">Checkout</h1>
    <aside class="checkout__summary" id="checkout_summary" aria-label="Your box">
      <CheckoutSummary {...summary} />
    </aside>
    <div class="checkout__steps">
      <Island name="checkout" props={checkout} />
    </div>
  </div>
)
