import { paths } from '#src/paths.ts'
import { GiftLine } from '../rewards/gift-line.tsx'
import { BundleLine } from './bundle-line.tsx'
import { CartLine } from './cart-line.tsx'
import type { CartProps } from './cart-page.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { GiftCardLine } from './gift-card-line.tsx'
import { Sums } from './sums.tsx'
import { Thresholds } from './thresholds.tsx'

export const MiniCart = (props: CartProps) => (
  <div id="mini_cart" class="mini-cart__contents" data-mini-cart-target="contents">
    {props.cart.itemCount === 0 ? <EmptyCart offered={props.offered} /> : <FullCart {...props} />}
  </div>
)

/** Holds no visitor's data, so that cached pages can include it. */
export const EmptyMiniCart = () => (
  <div id="mini_cart" class="mini-cart__contents" data-mini-cart-target="contents" />
)

const FullCart = ({ cart, delivery, offered, rewards }: CartProps) => (
  <>
    {cart.items.length > 0 && (
      <div class="mini-cart__goal">
        <Thresholds
          id="mini_threshold_words"
          itemsCents={cart.totals.itemsCents}
          terms={cart.terms}
          member={cart.member}
          delivery={delivery}
        />
      </div>
    )}
    <ul class="mini-cart__lines" aria-label="Items">
      {cart.bundles.map((bundle) => (
        <BundleLine bundle={bundle} within="mini_cart" />
      ))}
      {cart.loose.map((item) => (
        <CartLine item={item} within="mini_cart" />
      ))}
      {rewards.gift && <GiftLine gift={rewards.gift} within="mini_cart" />}
      {cart.boughtCards.map((card) => (
        <GiftCardLine card={card} within="mini_cart" />
      ))}
    </ul>
    <div class="mini-cart__foot">
      {offered && <p class="cart-summary__offered">{offered}</p>}
      <Sums cart={cart} delivery={delivery} />
      <RewardsHint choices={rewards.choices} />
      <p class="mini-cart__call">
        <CheckoutLink cart={cart} />
        <span class="mini-cart__counting">Updating total…</span>
      </p>
      <p class="mini-cart__more">
        <a href={paths.cart()}>View your box</a>
      </p>
    </div>
  </>
)

/** A reward that is already on the box shows in the sums instead. */
function RewardsHint({ choices }: Pick<CartProps['rewards'], 'choices'>) {
  const canUseReward = choices.length > 0 && choices.every(({ state }) => state === 'ready')
  if (!canUseReward) return null
  return (
    <p class="mini-cart__more">
      <a href={`${paths.cart()}#rewards`}>
        You have {choices.length === 1 ? 'a reward' : `${choices.length} rewards`} for this box
      </a>
    </p>
  )
}

const EmptyCart = ({ offered }: Pick<CartProps, 'offered'>) => (
  <div class="mini-cart__empty">
    <p class="mini-cart__nothing">Your box is empty</p>
    {offered && <p>{offered}</p>}
    <a class="button" href={paths.shop()}>
      Shop all cuts
    </a>
  </div>
)
