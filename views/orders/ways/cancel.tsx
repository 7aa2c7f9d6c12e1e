import { formatCents } from '#src/money.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { paths } from '#src/paths.ts'
import type { OrderPageProps } from '../order-page.tsx'
import { paidCents } from '../placed-order.ts'

type CancelWayProps = Pick<OrderPageProps, 'token' | 'receiptKey' | 'order' | 'returned'>

/** The address is a page of its own with scripts off. */
export const CancelWay = ({ token, receiptKey, order, returned }: CancelWayProps) => (
  <p class="open-box__cancel">
    <a data-turbo-frame="modal" href={paths.cancelOrderModal({ order_token: token, key: receiptKey })}>
      Cancel this order
    </a>
    {outcome(order, returned)}
  </p>
)

/** By card and gift card together. While the bank only holds the money, nothing was paid. */
function outcome(order: OrderPageProps['order'], { cardCents, giftCents }: Returned): string | null {
  const beforeCents = cardCents + giftCents
  const leftCents = paidCents(order) - beforeCents
  if (leftCents <= 0) return null
  if (order.isHeld) return ' and pay nothing'
  return ` and get ${beforeCents > 0 ? 'the remaining' : 'all'} ${formatCents(leftCents)} back`
}
