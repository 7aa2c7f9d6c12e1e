import { paths } from '#src/paths.ts'
import { Island, type IslandProps } from '../shared/island.tsx'
import { type CheckoutBuyer, CheckoutHead } from './checkout-head.tsx'
import { RecurringOption, type RecurringOptionProps } from './recurring-option.tsx'
import { type CheckoutSummaryProps, SummaryAside } from './summary.tsx'

export type CheckoutProps = IslandProps<'checkout'>

export type CheckoutPageProps = {
  buyer: CheckoutBuyer
  checkout: CheckoutProps
  summary: CheckoutSummaryProps
  recurring: RecurringOptionProps | null
}

/** React owns the steps on the left. The server owns the summary on the right and replaces it by id. */
export const CheckoutPage = ({ buyer, checkout, summary, recurring }: CheckoutPageProps) => (
  <div class="checkout">
    <CheckoutHead title="Checkout" buyer={buyer} />
    <div class="checkout__beside">
      <SummaryAside summary={summary} />
      {recurring && <RecurringOption {...recurring} />}
      {checkout.steps.includes('date') && (
        <p class="checkout__other">
          <a href={paths.deliveryStep(checkout.orderToken)} data-turbo="false">
            Use the two-page checkout instead
          </a>
        </p>
      )}
    </div>
    <div class="checkout__steps">
      <Island name="checkout" props={checkout} />
    </div>
  </div>
)
