import type { OrderItem } from '#src/orders/items.ts'
import { Picture } from '../shared/picture.tsx'

const SLOTS = 6

/** An open carton, a slot a cut. The list beside it says the same in words. */
export function BoxFromAbove({ items }: { items: OrderItem[] }) {
  const shown = items.slice(0, items.length > SLOTS ? SLOTS - 1 : SLOTS)
  const others = items.length - shown.length
  return (
    <div class="carton" aria-hidden="true">
      <ul class="carton__slots">
        {shown.map((item) => (
          <li class="carton__slot">
            <Picture name={item.pictures[0] ?? ''} sizes="7rem" alt="" />
            {item.quantity > 1 && <b class="carton__quantity">{item.quantity}</b>}
          </li>
        ))}
        {others > 0 && <li class="carton__slot carton__slot--free">+ {others} more</li>}
        {Array.from({ length: roomIn(shown.length + Math.min(others, 1)) }, () => (
          <li class="carton__slot carton__slot--free">room for more</li>
        ))}
      </ul>
    </div>
  )
}

/** Only what fills up the last row of three. */
const roomIn = (taken: number) => (taken < SLOTS ? (3 - (taken % 3)) % 3 : 0)
