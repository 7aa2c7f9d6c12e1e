import { paths } from '#src/paths.ts'

type CancelWayProps = { token: string; receiptKey: string | null }

/** The address is a page of its own with scripts off. */
export const CancelWay = ({ token, receiptKey }: CancelWayProps) => (
  <a
    class="button button--quiet"
    data-turbo-frame="modal"
    href={paths.cancelOrderModal({ order_token: token, key: receiptKey })}
  >
    Cancel this order
  </a>
)
