import { formatCents } from '#src/money.ts'
import type { CartProps } from './cart-page.tsx'

export const isFree = (delivery: CartProps['delivery']) => delivery?.cents === 0

export function Sums({ cart, delivery }: Pick<CartProps, 'cart' | 'delivery'>) {
  const { totals, order } = cart
  const isTaxed = order?.deliveryState != null
  return (
    <dl class="sums">
      <Sum name="Items" value={formatCents(totals.itemsCents)} />
      {totals.promotionsCents > 0 && <Sum name="Promotion" value={formatCents(-totals.promotionsCents)} />}
      {totals.rewardsCents > 0 && <Sum name="Reward" value={formatCents(-totals.rewardsCents)} />}
      <Sum
        name="Delivery"
        value={delivery ? (isFree(delivery) ? 'Free' : formatCents(delivery.cents)) : 'At checkout'}
      />
      <Sum name="Sales tax" value={isTaxed ? formatCents(totals.taxCents) : 'At checkout'} />
      {totals.giftCents > 0 && <Sum name="Gift card" value={formatCents(-totals.giftCents)} />}
      <Sum
        name={isTaxed && delivery?.isEstimate === false ? 'Total' : 'Total so far'}
        value={formatCents(totals.totalCents)}
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
