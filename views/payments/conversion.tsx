import { paths } from '#src/paths.ts'
import { PageJson } from '../shared/page-json.tsx'

/** The controller logs the purchase once (ORD-3). */
export const Conversion = ({ order }: { order: { token: string } }) => (
  <div data-controller="conversion" data-conversion-url-value={paths.conversionLogged(order.token)}>
    <PageJson id="order_for_analytics" value={order} data-conversion-target="order" />
  </div>
)
