import { Picture } from '../shared/picture.tsx'
import { linePrice, lotNote, type OrderLineFacts, weightNote } from './placed-order.ts'

export const OrderLines = ({ lines }: { lines: OrderLineFacts[] }) => (
  <ul class="order-lines">
    {lines.map((line) => (
      <li class="order-line">
        <div class="order-line__picture">
          <Picture name={line.picture ?? ''} sizes="72px" alt="" />
        </div>
        <div class="order-line__words">
          <p class="order-line__name">{line.name}</p>
          <p class="order-line__detail">
            {line.quantity} × {line.label}
          </p>
          <p class="order-line__detail">{line.farm}</p>
          {line.lots?.map((lot) => (
            <p class="order-line__detail">{lotNote(lot)}</p>
          ))}
          {line.byWeight && <p class="order-line__detail">{weightNote(line)}</p>}
        </div>
        <p class="order-line__total">{linePrice(line)}</p>
      </li>
    ))}
  </ul>
)

export const unitsOf = (lines: OrderLineFacts[]) => lines.reduce((sum, line) => sum + line.quantity, 0)
