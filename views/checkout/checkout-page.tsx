import { Island, type IslandProps } from '../shared/island.tsx'
import { type CheckoutBuyer, CheckoutHead } from './checkout-head.tsx'
import { RecurringOption, type RecurringOptionProps } from './recurring-option.tsx'
import { CheckoutSummary, type CheckoutSummaryProps } from './summary.tsx'

export type CheckoutProps = IslandProps<'checkout'>

export type CheckoutPageProps = {
  who: CheckoutBuyer
  checkout: CheckoutProps
  summary: CheckoutSummaryProps
  /** null for a gift, which comes once. */
  recurring: RecurringOptionProps | null
}

/** Steps on the left are React's; the summary on the right stays the server's, and is renewed by its id. */
export const CheckoutPage = ({ who, checkout, summary, recurring }: CheckoutPageProps) => (
  <div class="checkout">
    <CheckoutHead title="Checkout" who={who} />
    <div class="checkout__beside">
      <aside id="checkout_summary" aria-label="Your box">
        <CheckoutSummary {...summary} />
      </aside>
      {recurring && <RecurringOption {...recurring} />}
    </div>
    <div class="checkout__steps">
      <Island name="checkout" props={checkout} />
    </div>
  </div>
)
