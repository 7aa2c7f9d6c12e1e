import type { OrderState } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import { isCanceled } from '#src/orders/states.ts'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { OrderSums } from './order-sums.tsx'
import { paidWithWords, totalName } from './paid-with-words.ts'
import { isUnweighed, linePrice, type PlacedOrder, underLine, weightNote } from './placed-order.ts'

type ReceiptProps = {
  order: Pick<PlacedOrder, 'identifier' | 'lines' | 'totals' | 'paidWith' | 'laterCards'> & {
    isHeld?: boolean
  }
  state: OrderState
  /** Of the totals. */
  returned: Returned
  /** Null for gift cards alone. */
  arrivesOn: Day | null
  zone: string
  placedAt: Instant
  /** A guest's path keeps the key of the receipt link. */
  orderPath: string
  store: { name: string; email: string; phone: string }
}

/** Prints on one sheet of paper. */
export const ReceiptPage = ({
  order,
  state,
  returned,
  arrivesOn,
  zone,
  placedAt,
  orderPath,
  store,
}: ReceiptProps) => (
  <article class="receipt">
    <div class="receipt__ways">
      <a class="receipt__back" href={orderPath}>
        <Icon name="back" /> Back to your order
      </a>
      <button
        type="button"
        class="receipt__print button button--small button--quiet"
        data-controller="print"
        data-action="print#print"
      >
        Print
      </button>
    </div>
    <h1 class="receipt__title">Receipt</h1>
    <p>
      Order <b class="nowrap">{order.identifier}</b>, placed {formatMoment(placedAt, zone)}
      {arrivesOn && `, for delivery ${formatDay(arrivesOn, 'long')}`}
    </p>
    {isCanceled(state) && (
      <p>
        <b>This order was {state}.</b>
      </p>
    )}
    <table class="receipt__lines">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" class="receipt__figure">
            Quantity
          </th>
          <th scope="col" class="receipt__figure">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr>
            <th scope="row">
              {line.name}, <span class="one-piece">{line.label}</span>
              <span class="receipt__farm">{underLine(line)}</span>
              {line.byWeight && <span class="receipt__farm">{weightNote(line)}</span>}
            </th>
            <td class="receipt__figure">{line.quantity}</td>
            <td class="receipt__figure">
              {isUnweighed(line) ? linePrice(line) : formatCents(line.totalCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <OrderSums totals={order.totals} totalName={totalName(order, returned)} returned={returned} />
    {order.paidWith && <p>Paid with {paidWithWords(order)}.</p>}
    <p>
      {store.name} · {store.email} · {store.phone}
    </p>
  </article>
)
