import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { EmptyMiniCart } from './mini-cart.tsx'

/** Opened by `data-mini-cart` links (plain links without scripts), `minicart` in the URL, or `streams.tsx`. */
export const MiniCartPanel = () => (
  <section
    id="mini_cart_panel"
    class="mini-cart"
    popover="manual"
    tabindex={-1}
    aria-labelledby="mini_cart_title"
    data-controller="mini-cart checkout-call"
    data-mini-cart-url-value={paths.miniCart()}
    data-action={ACTIONS}
  >
    <header class="mini-cart__head">
      <h2 class="mini-cart__title" id="mini_cart_title">
        Your box
      </h2>
      <button type="button" class="mini-cart__close" aria-label="Close" data-action="mini-cart#close">
        <Icon name="close" />
      </button>
    </header>
    <div id="mini_cart_told" class="mini-cart__told" role="status" data-mini-cart-target="told" />
    <EmptyMiniCart />
    <div id="mini_cart_flag" hidden />
  </section>
)

const ACTIONS = [
  'click@document->mini-cart#follow',
  'pointerdown@document->mini-cart#press',
  'keydown.esc@document->mini-cart#dismiss',
  'pointerenter->mini-cart#stay',
  'pointerleave->mini-cart#leave',
  'focusin->mini-cart#stay',
  'focusout->mini-cart#leave',
  'cart:changed@window->checkout-call#update',
  'turbo:before-stream-render@document->mini-cart#redirectFlash',
  'turbo:load@window->mini-cart#openFromUrl',
  'turbo:before-cache@document->mini-cart#closeForCache',
  'turbo:before-cache@document->checkout-call#show',
].join(' ')
