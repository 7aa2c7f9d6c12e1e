import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'

/**
 * Product cards are cached for all visitors, so they hold no quantities. This controller provides them, and submits
 * every form that changes the cart.
 */
export const CartQuantities = () => (
  <div
    id="cart_quantities"
    hidden
    data-controller="cart"
    data-cart-quantities-value={usePage().quantities}
    data-cart-version-value={usePage().cartVersion}
    data-cart-url-value={paths.miniCart()}
    data-action={ACTIONS}
  />
)

const ACTIONS = [
  'submit@document->cart#intercept',
  'cart:asked@window->cart#tell',
  'turbo:frame-render@document->cart#tell',
  'turbo:before-stream-render@document->cart#reapply',
].join(' ')
