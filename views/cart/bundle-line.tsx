import type { CartBundle } from '#src/cart/cart-contents.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Pack } from '../orders/order-lines.tsx'
import { Form } from '../shared/form.tsx'
import { Picture } from '../shared/picture.tsx'

type BundleLineProps = { bundle: CartBundle; within?: 'cart' | 'mini_cart' }

/** One line at a fixed price. Its cuts are changed on the page where they were picked. */
export const BundleLine = ({ bundle, within = 'cart' }: BundleLineProps) => (
  <li
    id={`${within}_bundle_${bundle.id}`}
    class={within === 'cart' ? 'cart-line cart-line--bundle' : 'cart-line cart-line--small cart-line--bundle'}
  >
    <div class="cart-line__picture">
      <Picture
        name={bundle.items[0]?.pictures[0] ?? ''}
        sizes={within === 'cart' ? '112px' : '72px'}
        alt=""
      />
    </div>
    <div class="cart-line__words">
      <p class="cart-line__farm">One price</p>
      <h3 class="cart-line__name">
        <a href={paths.firstBox({ line: bundle.token })}>{bundle.name}</a>
      </h3>
      <ul class="cart-line__contents">
        {bundle.items.map((item) => (
          <li>
            <Pack {...item} />
          </li>
        ))}
      </ul>
      {bundle.items.filter(isShort).map((item) => (
        <p class="cart-line__change">{shortSentence(item)}</p>
      ))}
    </div>
    <p class="cart-line__quantity">
      <a class="link-button" href={paths.firstBox({ line: bundle.token })}>
        Change cuts<span class="visually-hidden"> of {bundle.name}</span>
      </a>
    </p>
    <p class="cart-line__total">{formatCents(bundle.totalCents)}</p>
    <Form class="cart-line__remove" action={paths.cartBundleLine(bundle.token)} method="delete">
      <button type="submit" class="link-button">
        Remove<span class="visually-hidden"> {bundle.name}</span>
      </button>
    </Form>
  </li>
)

type Item = CartBundle['items'][number]

const isShort = ({ quantity, available }: Item) => available < quantity

const shortSentence = ({ name, label, available }: Item): string =>
  available === 0
    ? `${name}, ${label} sold out after you picked it. Change cuts to see what can replace it.`
    : `Only ${available} of ${name}, ${label} left now. Change cuts to see what can replace it.`
