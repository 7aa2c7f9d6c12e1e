import type { GiftChoice } from '#src/pricing/reward-wallet.ts'
import { Picture } from '../shared/picture.tsx'

type GiftChoiceProps = { id: string; gifts: GiftChoice[]; name?: string }

/** Works without scripts (RWD-2). With them, `pick-your-promotion` names the chosen gift on the submit button. */
export const GiftChoices = ({ id, gifts, name = 'bid_item_token' }: GiftChoiceProps) => (
  <fieldset class="gift-choice">
    <legend class="gift-choice__legend">Choose one</legend>
    {gifts.map((gift, nth) => (
      <Choice gift={gift} id={`${id}_gift_${nth}`} name={name} />
    ))}
  </fieldset>
)

const Choice = ({ gift, id, name }: { gift: GiftChoice; id: string; name: string }) => (
  <label class="gift-choice__one" for={id}>
    <input
      type="radio"
      id={id}
      name={name}
      value={gift.token}
      checked={gift.isChosen && gift.isAvailable}
      disabled={!gift.isAvailable}
      required
      data-pick-your-promotion-target="gift"
      data-name={gift.name}
    />
    <span class="gift-choice__picture">
      <Picture name={gift.picture ?? ''} sizes="64px" alt="" />
    </span>
    <span class="gift-choice__words">
      <b>{gift.name}</b>
      <span class="gift-choice__detail">
        {gift.label} · {gift.farm}
      </span>
      {!gift.isAvailable && <span class="gift-choice__gone">Sold out</span>}
    </span>
  </label>
)
