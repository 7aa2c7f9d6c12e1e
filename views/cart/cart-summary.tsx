import { termsInFull } from '#src/delivery/advertised-day.ts'
import { CodeEntry } from '../checkout/code-entry.tsx'
import { Countdown } from '../shared/countdown.tsx'
import { usePage } from '../shared/page-facts.ts'
import { PostalCodeForm } from '../shared/postal-code-form.tsx'
import type { CartProps } from './cart-page.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { Sums } from './sums.tsx'
import { Thresholds } from './thresholds.tsx'

export function CartSummary({ cart, delivery, offered, codes }: Omit<CartProps, 'rewards'>) {
  const { totals, order } = cart
  const hasBox = cart.items.length > 0
  return (
    <section id="cart_summary" class="cart-summary" aria-labelledby="cart_summary_title">
      <h2 class="cart-summary__title" id="cart_summary_title">
        Summary
      </h2>
      {hasBox && (
        <Thresholds
          id="threshold_words"
          itemsCents={totals.itemsCents}
          terms={cart.terms}
          member={cart.member}
          delivery={delivery}
        />
      )}
      <Sums cart={cart} delivery={delivery} />
      {offered && <p class="cart-summary__offered">{offered}</p>}
      {order && hasBox && <CodeEntry id="cart_code" orderToken={order.token} codes={codes} />}
      {hasBox && <Arrival zip={order?.deliveryPostalCode ?? null} />}
      <CheckoutLink cart={cart} />
      {hasBox && (
        <p class="cart-summary__small">
          You'll pick your delivery day and see the final total before you pay.
        </p>
      )}
      {cart.boughtCards.length > 0 && (
        <p class="cart-summary__small">
          A credit or debit card pays for gift cards. Discounts, gift cards and store credit don't.
        </p>
      )}
    </section>
  )
}

/** @param zip of the address that was entered at checkout, which has the box's days */
function Arrival({ zip }: { zip: string | null }) {
  const { postalCode, earliest, earliestTerms, earliestUntilAt, noDeliveryReason, now } = usePage()
  if (zip !== null && zip !== postalCode) return null
  if (!postalCode) return <PostalCodeForm id="cart_postal_code" />
  if (!earliest || earliestUntilAt === null) return <p class="cart-summary__arrival">{noDeliveryReason}</p>
  const terms = termsInFull(earliestTerms)
  const before = (
    <>
      Arrives in {postalCode} as early as <b>{earliest}</b>
      {terms && `${terms},`} if you order within{' '}
    </>
  )
  return (
    <p class="cart-summary__arrival">
      <Countdown endsAt={earliestUntilAt} now={now} before={before} />
    </p>
  )
}
