import { USUAL_BOUNDS } from '#src/cart/rules.ts'
import type { StockState } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { AuthenticityToken } from '../shared/form.tsx'

type QuickAddProps = {
  of: string
  offer: { token: string; minQuantity: number; maxQuantity: number }
  stock: StockState
  token: string
  class?: string
}

/** Once the weight is in the box, scripts replace the button with a quantity selector. */
export const QuickAdd = ({ of, offer, stock, token, class: more }: QuickAddProps) => (
  <form
    class={more ? `quick-add ${more}` : 'quick-add'}
    method="post"
    action={paths.cartItem(offer.token)}
    data-controller="quantity-selector"
    {...bounds(offer, stock)}
    data-action="submit->postal-code-capture#hold cart:changed@window->quantity-selector#show"
  >
    <AuthenticityToken value={token} />
    <input type="hidden" name="quantity" value={String(offer.minQuantity)} />
    <button type="submit" class="button button--small" data-quantity-selector-target="add">
      + Add to Box
      <span class="visually-hidden" data-quantity-selector-target="of">
        {' '}
        {of}
      </span>
    </button>
  </form>
)

/** Default bounds are left out, because a page has many of these forms. */
function bounds({ minQuantity, maxQuantity }: QuickAddProps['offer'], stock: StockState) {
  const max = stock.kind === 'low' ? Math.min(maxQuantity, stock.left) : maxQuantity
  return {
    'data-quantity-selector-min-value': minQuantity === USUAL_BOUNDS.min ? undefined : String(minQuantity),
    'data-quantity-selector-max-value': max === USUAL_BOUNDS.max ? undefined : String(max),
  }
}
