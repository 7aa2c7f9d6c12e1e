import type { CartContents } from '#src/cart/cart-contents.ts'
import { filtersQuery, NO_FILTERS } from '#src/catalog/filter-rules.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'

/** Below the minimum it leads to something small to add instead of a refusal. */
export function CheckoutLink({ cart: { items, totals, terms } }: { cart: CartContents }) {
  return items.length > 0 && totals.itemsCents < terms.minimumCents ? (
    <a class="button button--quiet button--wide" href={paths.shop() + filtersQuery(SMALL_THINGS)}>
      Add {formatCents(terms.minimumCents - totals.itemsCents)} to check out
    </a>
  ) : (
    <a class="button button--wide" href={paths.startCheckout()} data-turbo="false">
      Check out
    </a>
  )
}

const SMALL_THINGS = { ...NO_FILTERS, in_stock: ['1'], sort: 'price' as const }
