import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'

type CancelWayProps = {
  token: string
  receiptKey: string | null
  /** What goes back, by card and gift card together. */
  cents: number
  /** The bank only holds the money until the box is weighed. */
  isHeld: boolean | undefined
}

/** The address is a page of its own with scripts off. */
export const CancelWay = ({ token, receiptKey, cents, isHeld }: CancelWayProps) => (
  <p class="open-box__cancel">
    <a data-turbo-frame="modal" href={paths.cancelOrderModal({ order_token: token, key: receiptKey })}>
      Cancel this order
    </a>
    {cents > 0 && (isHeld ? ' and pay nothing' : ` and get all ${formatCents(cents)} back`)}
  </p>
)
