import type { BoughtGiftCard } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { deliveryWords } from '#src/pricing/bought-card-words.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

type LineProps = { card: BoughtGiftCard; within?: 'cart' | 'mini_cart' }

/** A gift card that is bought, among the lines of the box. */
export const GiftCardLine = ({ card, within = 'cart' }: LineProps) => (
  <li
    id={`${within}_gift_card_${card.id}`}
    class={within === 'cart' ? 'cart-line' : 'cart-line cart-line--small'}
    data-line=""
  >
    <div class="cart-line__picture cart-line__picture--icon">
      <Icon name="gift" />
    </div>
    <div class="cart-line__words">
      <h3 class="cart-line__name">Gift card</h3>
      <p class="cart-line__unit">{deliveryWords(card)}</p>
    </div>
    <p class="cart-line__total">{formatCents(card.amountCents)}</p>
    <Form class="cart-line__remove" action={paths.cartGiftCard(card.token)} method="delete">
      <button type="submit" class="link-button">
        Remove
        <span class="visually-hidden"> the {formatCents(card.amountCents)} gift card</span>
      </button>
    </Form>
  </li>
)
