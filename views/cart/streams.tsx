import { Notice } from '../shared/notice.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { CartBody, type CartProps } from './cart-page.tsx'

type Outcome = CartProps & { message: string }

/** The box changed: its lines and totals where they are open, the count in the header, and a word about it. */
export const CartChanged = ({ message, ...shown }: Outcome) => (
  <>
    <CartParts {...shown} />
    <Told kind="notice" message={message} />
  </>
)

/** Nothing changed: the box is drawn as it stands, so a quantity that was typed goes back. */
export const CartRefused = ({ message, ...shown }: Outcome) => (
  <>
    <CartParts {...shown} />
    <Told kind="danger" message={message} />
  </>
)

const CartParts = (shown: CartProps) => (
  <>
    <TurboStream action="replace" method="morph" target="cart">
      <CartBody {...shown} />
    </TurboStream>
    <TurboStream action="update" target="cart_count">
      {shown.cart.itemCount}
    </TurboStream>
  </>
)

const Told = ({ kind, message }: { kind: 'notice' | 'danger'; message: string }) => (
  <TurboStream action="update" target="flash">
    <Notice kind={kind} message={message} floating />
  </TurboStream>
)
