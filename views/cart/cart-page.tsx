import type { CartContents } from '#src/cart/cart-contents.ts'
import type { DeliveryEstimate } from '#src/cart/delivery-estimate.ts'
import { paths } from '#src/paths.ts'
import type { Gift } from '#src/pricing/gifts.ts'
import type { WalletReward } from '#src/pricing/reward-wallet.ts'
import type { CodesShown } from '../checkout/code-entry.tsx'
import { GiftLine } from '../rewards/gift-line.tsx'
import { RewardEntry } from '../rewards/reward-entry.tsx'
import { BundleLine } from './bundle-line.tsx'
import { CartLine } from './cart-line.tsx'
import { CartSummary } from './cart-summary.tsx'
import { GiftCardLine } from './gift-card-line.tsx'

export type CartProps = {
  cart: CartContents
  delivery: DeliveryEstimate
  /** A sentence about the promotion in the visitor's URL; null unless it applies. */
  offered: string | null
  codes: CodesShown
  /** The reward gift in the box, and the rewards that it has or could use. */
  rewards: { gift: Gift | null; choices: WalletReward[] }
}

export const CartPage = (props: CartProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Your box</h1>
    </header>
    <CartBody {...props} />
  </>
)

/** Everything that changes with the cart. */
export const CartBody = (props: CartProps) => (
  <div id="cart" class="cart">
    {props.cart.itemCount === 0 ? <EmptyCart offered={props.offered} /> : <FullCart {...props} />}
  </div>
)

const FullCart = ({ cart, rewards, ...props }: CartProps) => (
  <div class="cart__columns">
    <section aria-labelledby="cart_lines_title">
      <h2 class="visually-hidden" id="cart_lines_title">
        Items
      </h2>
      <ChangedNote cart={cart} />
      <ul class="cart__lines">
        {cart.bundles.map((bundle) => (
          <BundleLine bundle={bundle} />
        ))}
        {cart.loose.map((item) => (
          <CartLine item={item} />
        ))}
        {rewards.gift && <GiftLine gift={rewards.gift} />}
        {cart.boughtCards.map((card) => (
          <GiftCardLine card={card} />
        ))}
      </ul>
      <p class="cart__onward">
        <a href={paths.shop()}>Keep shopping</a>
      </p>
      {cart.order && cart.items.length > 0 && (
        <RewardEntry orderToken={cart.order.token} choices={rewards.choices} />
      )}
    </section>
    <CartSummary cart={cart} {...props} />
  </div>
)

function ChangedNote({ cart }: { cart: CartContents }) {
  const changes = cart.items.flatMap(({ change }) => change ?? [])
  const unsold = changes.filter(({ kind }) => kind !== 'price').length
  if (changes.length === 0) return null
  if (unsold > 0)
    return (
      <p class="cart__changed">
        {unsold === 1 ? 'One item needs' : `${unsold} items need`} a change before you can check out.
      </p>
    )
  return (
    <p class="cart__changed">
      {changes.length === 1 ? 'One item has' : `${changes.length} items have`} changed since you added{' '}
      {changes.length === 1 ? 'it' : 'them'}. You'll see the new total before you pay.
    </p>
  )
}

const EmptyCart = ({ offered }: Pick<CartProps, 'offered'>) => (
  <section class="empty">
    <h2 class="empty__title">Your box is empty</h2>
    <p class="empty__words">
      Fill it with whatever you like, from one good steak to a full freezer. Start with what's for dinner.
    </p>
    {offered && <p class="empty__words">{offered}</p>}
    <a class="button" href={paths.shop()}>
      Shop all cuts
    </a>
  </section>
)
