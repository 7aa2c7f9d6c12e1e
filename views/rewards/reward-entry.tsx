import { paths } from '#src/paths.ts'
import type { WalletReward } from '#src/pricing/reward-wallet.ts'
import { RewardCard } from './reward-card.tsx'

type RewardEntryProps = { orderToken: string; choices: WalletReward[] }

/** The rewards page shows the rest. */
const MAX_SHOWN = 3

export function RewardEntry({ orderToken, choices }: RewardEntryProps) {
  if (choices.length === 0) return null
  const onBox = choices.filter(({ state }) => state === 'on_box')
  const others = choices.filter(({ state }) => state !== 'on_box')
  return (
    <section class="rewards" id="rewards" tabindex={-1} aria-labelledby="rewards_title">
      <h2 class="rewards__title" id="rewards_title">
        {onBox.length > 0 ? 'Your reward for this box' : 'A reward for this box'}
      </h2>
      <ul class="rewards__list">
        {[...onBox, ...others].slice(0, MAX_SHOWN).map((reward) => (
          <RewardCard reward={reward} orderToken={orderToken} page={paths.cart()} />
        ))}
      </ul>
      <p class="rewards__all">
        Use one reward per box, before it expires. <a href={paths.rewards()}>All your rewards</a>
      </p>
    </section>
  )
}
