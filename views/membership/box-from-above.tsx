import type { OrderItem } from '#src/orders/items.ts'
import type { Gift } from '#src/pricing/gifts.ts'
import { Picture } from '../shared/picture.tsx'

const SLOTS = 6

/** An open carton, a slot a cut. The list beside it says the same in words. */
export function BoxFromAbove({ items, freeItem }: { items: OrderItem[]; freeItem: Gift | null }) {
  const slots = freeItem ? SLOTS - 1 : SLOTS
  const shown = items.slice(0, items.length > slots ? slots - 1 : slots)
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
        {freeItem && (
          <li class="carton__slot">
            <Picture name={freeItem.pictures[0] ?? ''} sizes="7rem" alt="" />
            <b class="carton__quantity carton__quantity--free">Free</b>
          </li>
        )}
        {others > 0 && <li class="carton__slot carton__slot--free">+ {others} more</li>}
        {Array.from({ length: roomIn(shown.length + Math.min(others, 1) + (freeItem ? 1 : 0)) }, () => (
          <li class="carton__slot carton__slot--free">room for more</li>
        ))}
      </ul>
    </div>
  )
}

/** Only what fills up the last row of three. */
const roomIn = (taken: number) => (taken < SLOTS ? (3 - (taken % 3)) % 3 : 0)
