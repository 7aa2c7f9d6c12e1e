import type { OrderPageProps } from '../order-page.tsx'
import { CancelWay } from './cancel.tsx'
import { DeliveryWay } from './delivery.tsx'
import { EditWay } from './edit.tsx'
import { MoveWay } from './move.tsx'
import type { WayFacts } from './way.tsx'

/** Every way to change the box while its window is open. */
export function Ways(props: OrderPageProps) {
  const { token, receiptKey, reader, order, now } = props
  const facts: WayFacts = { token, receiptKey, isOwner: reader === 'owner' }
  return (
    <>
      <div class="ways">
        <MoveWay {...facts} now={now} zone={order.zone} />
        <EditWay {...facts} />
        <DeliveryWay {...facts} street={`${order.delivery.street1}, ${order.delivery.city}`} />
      </div>
      <CancelWay {...props} />
    </>
  )
}
