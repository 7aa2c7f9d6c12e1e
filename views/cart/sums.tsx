import { formatCents } from '#src/money.ts'
import { deliveryValue, rowsAround, SumList } from '../orders/order-sums.tsx'
import { usePage } from '../shared/page-facts.ts'
import type { CartProps } from './cart-page.tsx'

export function Sums({ cart, delivery }: Pick<CartProps, 'cart' | 'delivery'>) {
  const { totals, order } = cart
  const { deliveryPrice } = usePage()
  const isTaxed = order?.deliveryState != null
  const rows = rowsAround(totals, {
    delivery: delivery ? deliveryValue(delivery.cents) : capitalized(deliveryPrice),
    tax: isTaxed ? formatCents(totals.taxCents) : LATER,
  })
  const isFinal = cart.items.length === 0 || (isTaxed && delivery?.isEstimate === false)
  return <SumList rows={rows} totalName={isFinal ? 'Total' : 'Total so far'} totalCents={totals.totalCents} />
}

const LATER = 'At checkout'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
