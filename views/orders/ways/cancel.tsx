import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { OrderPageProps } from '../order-page.tsx'
import { paidCents } from '../placed-order.ts'

type CancelWayProps = Pick<
  OrderPageProps,
  'token' | 'receiptKey' | 'order' | 'returned' | 'spentOfCardsCents' | 'takenCents'
>

/** The address is a page of its own with scripts off. */
export const CancelWay = (props: CancelWayProps) => (
  <p class="open-box__cancel">
    <a
      data-turbo-frame="modal"
      href={paths.cancelOrderModal({ order_token: props.token, key: props.receiptKey })}
    >
      Cancel this order
    </a>
    {outcome(props)}
  </p>
)

/** By card and gift card together. While the bank only holds the money, nothing was paid. */
function outcome({ order, returned, spentOfCardsCents, takenCents }: CancelWayProps): string | null {
  if (takenCents === null) return null
  const beforeCents = returned.cardCents + returned.giftCents + spentOfCardsCents + takenCents
  const leftCents = paidCents(order) - beforeCents
  if (leftCents <= 0) return null
  if (order.isHeld) return ' and pay nothing'
  return ` and get ${beforeCents > 0 ? 'the remaining' : 'all'} ${formatCents(leftCents)} back`
}
