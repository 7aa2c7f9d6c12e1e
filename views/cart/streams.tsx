import type { Child } from 'hono/jsx'
import { usePage } from '../shared/page-facts.ts'
import { Toast } from '../shared/toast.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { CartBody, type CartProps } from './cart-page.tsx'
import { CartQuantities } from './cart-quantities.tsx'
import { MiniCart } from './mini-cart.tsx'

type Outcome = CartProps & { message: string }

type Change = Outcome & {
  /** The change is visible where it was made, so only screen readers get the message. */
  isQuiet?: boolean
  /** Opens the mini cart, to show where the first item went. */
  opens?: boolean
}

export const CartChanged = ({ message, isQuiet = false, opens = false, ...props }: Change) => (
  <>
    <CartParts {...props} />
    {opens && <MiniCartOpened />}
    <Message>
      {isQuiet ? <p class="visually-hidden">{message}</p> : <Toast kind="notice" message={message} />}
    </Message>
  </>
)

/** The unchanged cart resets a refused quantity in its field. */
export const CartRefused = ({ message, ...props }: Outcome) => (
  <>
    <CartParts {...props} />
    <Message>
      <Toast kind="danger" message={message} />
    </Message>
  </>
)

export function CartParts(props: CartProps) {
  const version = { 'data-cart-version': usePage().cartVersion }
  return (
    <>
      <TurboStream action="replace" method="morph" target="cart" {...version}>
        <CartBody {...props} />
      </TurboStream>
      <TurboStream action="update" target="cart_count" {...version}>
        {props.cart.itemCount}
      </TurboStream>
      <TurboStream action="replace" method="morph" target="mini_cart" {...version}>
        <MiniCart {...props} />
      </TurboStream>
      <TurboStream action="replace" method="morph" target="cart_quantities" {...version}>
        <CartQuantities />
      </TurboStream>
    </>
  )
}

const MiniCartOpened = () => (
  <TurboStream action="update" target="mini_cart_flag">
    <span data-mini-cart-target="flag" />
  </TurboStream>
)

const Message = ({ children }: { children?: Child }) => (
  <TurboStream action="update" target="flash">
    {children}
  </TurboStream>
)
