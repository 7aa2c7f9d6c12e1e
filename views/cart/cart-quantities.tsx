import { usePage } from '../shared/page-facts.ts'
import { ToastShown } from '../shared/toast.tsx'

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
    data-action={ACTIONS}
  />
)

const ACTIONS = [
  'submit@document->cart#intercept',
  'cart:asked@window->cart#tell',
  'turbo:frame-render@document->cart#tell',
  'turbo:before-stream-render@document->cart#reapply',
].join(' ')

export const CartUnreachable = () => (
  <template id="cart_unreached">
    <ToastShown kind="danger" message={UNREACHED} />
  </template>
)

const UNREACHED = "We couldn't reach the shop. Please check your connection and try again."
