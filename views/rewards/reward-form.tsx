import { paths } from '#src/paths.ts'
import type { WalletReward } from '#src/pricing/reward-wallet.ts'
import { Form } from '../shared/form.tsx'
import { GiftChoices } from './gift-choice.tsx'

type RewardFormProps = {
  reward: WalletReward
  orderToken: string
  /** For browsers without scripts. */
  returnTo: string
}

export function RewardForm({ reward, orderToken, returnTo }: RewardFormProps) {
  const id = `reward_${reward.token}`
  const hasChoice = reward.gifts.length > 1
  const label = reward.state === 'on_box' ? 'Change gift' : 'Use it'
  return (
    <Form
      id={`${id}_form`}
      class="reward-form"
      action={paths.orderReward(orderToken)}
      method="put"
      data-controller={hasChoice ? 'reward-redemption pick-your-promotion' : 'reward-redemption'}
      data-action={hasChoice ? `${SEND} ${PICK}` : SEND}
      data-reward-redemption-failure-value={UNREACHED}
      data-pick-your-promotion-plain-value={hasChoice ? label : undefined}
    >
      <input type="hidden" name="promotion_id" value={reward.token} />
      <input type="hidden" name="return_to" value={returnTo} />
      {hasChoice && <GiftChoices id={id} gifts={reward.gifts} />}
      <p class="reward-form__error field__error" role="alert" data-reward-redemption-target="error" hidden />
      <button
        type="submit"
        class="button button--small button--quiet"
        data-pick-your-promotion-target={hasChoice ? 'take' : undefined}
        aria-describedby={`${id}_words`}
      >
        {label}
      </button>
    </Form>
  )
}

const SEND = 'submit->reward-redemption#send'

/** Where `GiftChoices` stand. */
export const PICK = 'change->pick-your-promotion#pick turbo:morph-element->pick-your-promotion#updateLabel'

const UNREACHED =
  "We couldn't reach the shop, so your box didn't change. Please check your connection and try again."

export const RemoveReward = ({ reward, orderToken, returnTo }: RewardFormProps) => (
  <Form action={paths.orderReward(orderToken)} method="delete">
    <input type="hidden" name="return_to" value={returnTo} />
    <button type="submit" class="link-button" aria-label={`Remove your reward: ${reward.words}`}>
      Remove
    </button>
  </Form>
)
