import type { Child } from 'hono/jsx'
import { usePage } from '../shared/page-facts.ts'
import { Toast } from '../shared/toast.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { CartBody, type CartProps } from './cart-page.tsx'
import { CartQuantities } from './cart-quantities.tsx'
import { MiniCart } from './mini-cart.tsx'

type Outcome = CartProps & { message: string }

type Change = Outcome & {
  /** What changed is in sight where it was changed: only who does not see it is told. */
  isQuiet?: boolean
  /** Shows the box at hand, as somebody may want to see where the first thing went. */
  opens?: boolean
}

/** The box changed: its lines and totals where they are open, the count in the header, and a word about it. */
export const CartChanged = ({ message, isQuiet = false, opens = false, ...shown }: Change) => (
  <>
    <CartParts {...shown} />
    {opens && <MiniCartOpened />}
    <Told>
      {isQuiet ? <p class="visually-hidden">{message}</p> : <Toast kind="notice" message={message} />}
    </Told>
  </>
)

/** Nothing changed: the box is drawn as it stands, so a quantity that was typed goes back. */
export const CartRefused = ({ message, ...shown }: Outcome) => (
  <>
    <CartParts {...shown} />
    <Told>
      <Toast kind="danger" message={message} />
    </Told>
  </>
)

/** Whatever of the box is on the page, wherever it was changed. */
export function CartParts(shown: CartProps) {
  const age = { 'data-cart-version': usePage().cartVersion }
  return (
    <>
      <TurboStream action="replace" method="morph" target="cart" {...age}>
        <CartBody {...shown} />
      </TurboStream>
      <TurboStream action="update" target="cart_count" {...age}>
        {shown.cart.itemCount}
      </TurboStream>
      <TurboStream action="replace" method="morph" target="mini_cart" {...age}>
        <MiniCart {...shown} />
      </TurboStream>
      <TurboStream action="replace" method="morph" target="cart_quantities" {...age}>
        <CartQuantities />
      </TurboStream>
    </>
  )
}

/** The flag that opens the slide-out where it stands in a page. */
const MiniCartOpened = () => (
  <TurboStream action="update" target="mini_cart_flag">
    <span data-mini-cart-target="flag" />
  </TurboStream>
)

const Told = ({ children }: { children?: Child }) => (
  <TurboStream action="update" target="flash">
    {children}
  </TurboStream>
)
