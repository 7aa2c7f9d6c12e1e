import { formatCents } from '#src/money.ts'
import type { CartProps } from './cart-page.tsx'

/** What it comes to so far, row by row. */
export function Sums({ cart, delivery }: Pick<CartProps, 'cart' | 'delivery'>) {
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
