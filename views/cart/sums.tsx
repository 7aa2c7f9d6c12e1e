import { formatCents } from '#src/money.ts'
import { deliveryValue, rowsAround, SumList } from '../orders/order-sums.tsx'
import type { CartProps } from './cart-page.tsx'

export const isFree = (delivery: CartProps['delivery']) => delivery?.cents === 0

export function Sums({ cart, delivery }: Pick<CartProps, 'cart' | 'delivery'>) {
  const { totals, order } = cart
  const isTaxed = order?.deliveryState != null
  const rows = rowsAround(totals, {
    delivery: delivery ? deliveryValue(delivery.cents) : LATER,
    tax: isTaxed ? formatCents(totals.taxCents) : LATER,
  })
  const isFinal = isTaxed && delivery?.isEstimate === false
  return <SumList rows={rows} totalName={isFinal ? 'Total' : 'Total so far'} totalCents={totals.totalCents} />
}

const LATER = 'At checkout'
