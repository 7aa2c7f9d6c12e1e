import { usePage } from '../shared/page-facts.ts'
import { ToastShown } from '../shared/toast.tsx'

/**
 * How many of what is in the box, for everything in the page that can change it: cards are drawn once for everybody
 * and know nothing of it. Whatever form changes the box is sent from here.
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
  'submit@document->cart#take',
  'cart:asked@window->cart#tell',
  'turbo:frame-render@document->cart#tell',
  'turbo:before-stream-render@document->cart#redraw',
].join(' ')

/** What scripts say when the shop did not answer. */
export const CartUnreachable = () => (
  <template id="cart_unreached">
    <ToastShown kind="danger" message={UNREACHED} />
  </template>
)

const UNREACHED = "We couldn't reach the shop. Please try again."
