import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { FREE_SHIPPING_CENTS, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { usePage } from '../shared/page-facts.ts'
import { PostalCodeForm } from '../shared/postal-code-form.tsx'
import type { CartProps } from './cart-page.tsx'

/** What it comes to, what is missing to the next threshold, and the way on. */
export function CartSummary({ cart, delivery, offered }: CartProps) {
  const { totals } = cart
  return (
    <section id="cart_summary" class="cart-summary" aria-labelledby="cart_summary_title">
      <h2 class="cart-summary__title" id="cart_summary_title">
        Summary
      </h2>
      <Thresholds itemsCents={totals.itemsCents} />
      <Sums cart={cart} delivery={delivery} />
      {offered && <p class="cart-summary__offered">{offered}</p>}
      <Arrival />
      <a class="button button--wide" href={paths.startCheckout()} data-turbo="false">
        Check out
      </a>
      <p class="cart-summary__small">You choose the delivery day and see the final total before you pay.</p>
    </section>
  )
}

/** Two goals, one bar each: the least a box costs, then free delivery. */
function Thresholds({ itemsCents }: { itemsCents: number }) {
  if (itemsCents < ORDER_MINIMUM_CENTS) {
    const missing = formatCents(ORDER_MINIMUM_CENTS - itemsCents)
    return (
      <Progress
        goalCents={ORDER_MINIMUM_CENTS}
        itemsCents={itemsCents}
        strong={missing}
        rest=" more to reach the $49.00 minimum"
      />
    )
  }
  const missingCents = FREE_SHIPPING_CENTS - itemsCents
  if (missingCents <= 0) {
    return (
      <Progress
        goalCents={FREE_SHIPPING_CENTS}
        itemsCents={FREE_SHIPPING_CENTS}
        strong="Delivery is free"
        rest=" for this box"
      />
    )
  }
  return (
    <Progress
      goalCents={FREE_SHIPPING_CENTS}
      itemsCents={itemsCents}
      strong={formatCents(missingCents)}
      rest=" more and delivery is free"
    />
  )
}

type ProgressProps = { goalCents: number; itemsCents: number; strong: string; rest: string }

const Progress = ({ goalCents, itemsCents, strong, rest }: ProgressProps) => (
  <div class="threshold">
    <p class="threshold__words" id="threshold_words">
      <b>{strong}</b>
      {rest}
    </p>
    <progress class="threshold__bar" max={goalCents} value={itemsCents} aria-labelledby="threshold_words" />
  </div>
)

function Sums({ cart, delivery }: Pick<CartProps, 'cart' | 'delivery'>) {
  const { totals, order } = cart
  const isTaxed = order?.deliveryState != null
  const shippingCents = delivery?.cents ?? 0
  const totalCents = totals.totalCents + (delivery && !delivery.certain ? shippingCents : 0)
  return (
    <dl class="sums">
      <Sum name="Items" value={formatCents(totals.itemsCents)} />
      {totals.promotionsCents > 0 && <Sum name="Promotion" value={formatCents(-totals.promotionsCents)} />}
      {totals.rewardsCents > 0 && <Sum name="Reward" value={formatCents(-totals.rewardsCents)} />}
      <Sum
        name="Delivery"
        value={delivery ? (shippingCents === 0 ? 'Free' : formatCents(shippingCents)) : 'At checkout'}
      />
      <Sum name="Sales tax" value={isTaxed ? formatCents(totals.taxCents) : 'At checkout'} />
      {totals.giftCents > 0 && <Sum name="Gift card" value={formatCents(-totals.giftCents)} />}
      <Sum
        name={isTaxed && delivery?.certain ? 'Total' : 'Total so far'}
        value={formatCents(totalCents)}
        total
      />
    </dl>
  )
}

const Sum = ({ name, value, total = false }: { name: string; value: string; total?: boolean }) => (
  <div class={total ? 'sums__row sums__row--total' : 'sums__row'}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

function Arrival() {
  const { postalCode, earliest, noDays } = usePage()
  if (!postalCode) return <PostalCodeForm id="cart_postal_code" />
  return (
    <p class="cart-summary__arrival">
      {earliest ? (
        <>
          Arrives in {postalCode} as early as <b>{earliest}</b>
        </>
      ) : (
        noDays
      )}
    </p>
  )
}
