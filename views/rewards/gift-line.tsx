import { paths } from '#src/paths.ts'
import type { Gift } from '#src/pricing/gifts.ts'
import { Picture } from '../shared/picture.tsx'

type GiftLineProps = { gift: Gift; within?: 'cart' | 'mini_cart' }

/** It is removed in the rewards section, not here. */
export const GiftLine = ({ gift, within = 'cart' }: GiftLineProps) => (
  <li
    id={`${within}_gift`}
    class={within === 'cart' ? 'cart-line cart-line--gift' : 'cart-line cart-line--small cart-line--gift'}
  >
    <div class="cart-line__picture">
      <Picture name={gift.pictures[0] ?? ''} sizes={within === 'cart' ? '112px' : '72px'} alt="" />
    </div>
    <div class="cart-line__words">
      <p class="cart-line__farm">{gift.farm}</p>
      <h3 class="cart-line__name">
        <a href={paths.product(gift.slug)}>{gift.name}</a>
      </h3>
      <p class="cart-line__unit">{gift.label} · your reward</p>
    </div>
    <p class="cart-line__total">Free</p>
  </li>
)
