import { paths } from '#src/paths.ts'
import { GiftLine } from '../rewards/gift-line.tsx'
import { CartLine } from './cart-line.tsx'
import type { CartProps } from './cart-page.tsx'
import { isFree, Sums } from './sums.tsx'
import { Thresholds } from './thresholds.tsx'

/** The box at hand: what is in the slide-out of every page, once somebody has looked or changed something. */
export const MiniCart = (props: CartProps) => (
  <div id="mini_cart" class="mini-cart__contents" data-mini-cart-target="contents">
    {props.cart.items.length === 0 ? <NothingYet offered={props.offered} /> : <Full {...props} />}
  </div>
)

/** As it is before anybody has looked: nothing of anybody's. */
export const EmptyMiniCart = () => (
  <div id="mini_cart" class="mini-cart__contents" data-mini-cart-target="contents" />
)

const Full = ({ cart, delivery, offered, rewards }: CartProps) => (
  <>
    <div class="mini-cart__goal">
      <Thresholds
        id="mini_threshold_words"
        itemsCents={cart.totals.itemsCents}
        member={cart.order?.recurring ?? false}
        shipsFree={isFree(delivery)}
      />
    </div>
    <ul class="mini-cart__lines" aria-label="Items">
      {cart.items.map((item) => (
        <CartLine item={item} within="mini_cart" />
      ))}
      {rewards.gift && <GiftLine gift={rewards.gift} within="mini_cart" />}
    </ul>
    <div class="mini-cart__foot">
      {offered && <p class="cart-summary__offered">{offered}</p>}
      <Sums cart={cart} delivery={delivery} />
      <RewardsAtHand choices={rewards.choices} />
      <p class="mini-cart__call">
        <a class="button button--wide" href={paths.startCheckout()} data-turbo="false">
          Check out
        </a>
        <span class="mini-cart__counting">Counting your box …</span>
      </p>
      <p class="mini-cart__more">
        <a href={paths.cart()}>Your box, with all its details</a>
      </p>
    </div>
  </>
)

/** Somebody with a reward is led to where it can be used; one that is on the box is in the sums. */
function RewardsAtHand({ choices }: Pick<CartProps['rewards'], 'choices'>) {
  const isFree = choices.length > 0 && choices.every(({ state }) => state === 'ready')
  if (!isFree) return null
  return (
    <p class="mini-cart__more">
      <a href={`${paths.cart()}#rewards`}>
        You have {choices.length === 1 ? 'a reward' : `${choices.length} rewards`} for this box
      </a>
    </p>
  )
}

const NothingYet = ({ offered }: Pick<CartProps, 'offered'>) => (
  <div class="mini-cart__empty">
    <p class="mini-cart__nothing">Nothing in it yet</p>
    {offered && <p>{offered}</p>}
    <a class="button" href={paths.shop()}>
      Fill a box
    </a>
  </div>
)
