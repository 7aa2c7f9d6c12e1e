import { paths } from '#src/paths.ts'
import { PageJson } from '../shared/page-json.tsx'

/** The order as analytics read it, and what counts its purchase once. */
export const Conversion = ({ order }: { order: { token: string } }) => (
  <div data-controller="conversion" data-conversion-url-value={paths.conversionLogged(order.token)}>
    <PageJson id="order_for_analytics" value={order} data-conversion-target="order" />
  </div>
)
