import { USUAL_BOUNDS } from '#src/cart/rules.ts'
import type { StockState } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { AuthenticityToken } from '../shared/form.tsx'

type QuickAddProps = {
  /** 'Grass-fed ribeye, 14 oz' */
  of: string
  offer: { token: string; minQuantity: number; maxQuantity: number }
  stock: StockState
  /** Authenticity token of the page. */
  token: string
  class?: string
}

/** Adds a weight from where it is seen. Once it is in the box, scripts put a quantity selector in the button's place. */
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

/** Said only where they are not the usual ones: a page holds many of these. */
function bounds({ minQuantity, maxQuantity }: QuickAddProps['offer'], stock: StockState) {
  const most = stock.kind === 'low' ? Math.min(maxQuantity, stock.left) : maxQuantity
  return {
    'data-quantity-selector-min-value': minQuantity === USUAL_BOUNDS.min ? undefined : String(minQuantity),
    'data-quantity-selector-max-value': most === USUAL_BOUNDS.max ? undefined : String(most),
  }
}
