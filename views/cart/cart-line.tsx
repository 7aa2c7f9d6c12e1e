import type { CartItem } from '#src/cart/cart-contents.ts'
import { formatCents } from '#src/money.ts'
import { shownPrices } from '#src/orders/price-change.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Picture } from '../shared/picture.tsx'
import { Quantity } from '../shared/quantity.tsx'

/** A page can hold both the cart and the mini cart. */
type LineProps = { item: CartItem; within?: 'cart' | 'mini_cart' }

export const CartLine = ({ item, within = 'cart' }: LineProps) => (
  <li
    id={`${within}_item_${item.id}`}
    class={within === 'cart' ? 'cart-line' : 'cart-line cart-line--small'}
    data-line=""
  >
    <div class="cart-line__picture">
      <Picture name={item.pictures[0] ?? ''} sizes={within === 'cart' ? '112px' : '72px'} alt="" />
    </div>
    <div class="cart-line__words">
      <p class="cart-line__farm">{item.farm}</p>
      <h3 class="cart-line__name">
        <a href={paths.product(item.slug)}>{item.name}</a>
      </h3>
      <p class="cart-line__unit">
        <span class="one-piece">{item.label}</span> ·{' '}
        {item.poundCents === null
          ? `${formatCents(item.priceCents)} each`
          : `${formatCents(item.poundCents)} / lb, at most ${formatCents(item.priceCents)} each`}
      </p>
      {item.change && <p class="cart-line__change">{changeSentence(item, item.change)}</p>}
    </div>
    <LineQuantity item={item} within={within} />
    <p class="cart-line__total">{formatCents(item.totalCents)}</p>
    <Form class="cart-line__remove" action={paths.cartItem(item.token)} method="delete">
      <button type="submit" class="link-button">
        Remove
        <span class="visually-hidden">
          {' '}
          {item.name}, {item.label}
        </span>
      </button>
    </Form>
  </li>
)

const LineQuantity = ({ item, within }: Required<LineProps>) =>
  isUnsold(item) ? (
    <p class="cart-line__quantity">Quantity: {item.quantity}</p>
  ) : (
    <Form
      class="cart-line__quantity"
      action={paths.cartItem(item.token)}
      method="put"
      data-controller="quantity-selector"
      data-action="cart:changed@window->quantity-selector#show"
    >
      <Quantity
        id={`${within === 'cart' ? '' : 'mini_'}quantity_${item.id}`}
        label={`Quantity of ${item.name}, ${item.label}`}
        value={item.quantity}
        min={item.minQuantity}
        max={Math.max(item.minQuantity, Math.min(item.maxQuantity, item.available))}
      />
      <button type="submit" class="button button--small button--quiet cart-line__update">
        Update
      </button>
    </Form>
  )

/** Then it can only be removed. */
const isUnsold = ({ change, minQuantity }: CartItem) =>
  change?.kind === 'withdrawn' ||
  change?.kind === 'members_only' ||
  (change?.kind === 'stock' && change.left < minQuantity)

function changeSentence(item: CartItem, change: NonNullable<CartItem['change']>): string {
  if (change.kind === 'price') {
    const [from, to] = shownPrices(item)
    return `The price changed from ${from} to ${to} since you added it.`
  }
  if (change.kind === 'withdrawn') return 'We no longer sell this. Please remove it to continue.'
  if (change.kind === 'members_only')
    return 'This is for members only right now. Please remove it to continue.'
  if (change.left === 0) {
    return change.isElsewhere
      ? "This isn't available for your ZIP code. Please remove it to continue."
      : 'This sold out after you added it. Please remove it to continue.'
  }
  if (change.left < item.minQuantity)
    return `Only ${change.left} left now, and the smallest order is ${item.minQuantity}. Please remove it to continue.`
  return `Only ${change.left} left now. Please lower the quantity to continue.`
}
