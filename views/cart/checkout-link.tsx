import { filtersQuery, NO_FILTERS } from '#src/catalog/filter-rules.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'

/** Below the minimum it leads to something small to add instead of a refusal. */
export const CheckoutLink = ({ itemsCents }: { itemsCents: number }) =>
  itemsCents < ORDER_MINIMUM_CENTS ? (
    <a class="button button--quiet button--wide" href={paths.shop() + filtersQuery(SMALL_THINGS)}>
      Add {formatCents(ORDER_MINIMUM_CENTS - itemsCents)} to check out
    </a>
  ) : (
    <a class="button button--wide" href={paths.startCheckout()} data-turbo="false">
      Check out
    </a>
  )

const SMALL_THINGS = { ...NO_FILTERS, in_stock: ['1'], sort: 'price' as const }
