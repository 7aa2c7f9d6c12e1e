import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { WalletReward } from '#src/pricing/reward-wallet.ts'
import { Picture } from '../shared/picture.tsx'
import { RemoveReward, RewardForm } from './reward-form.tsx'

type RewardCardProps = {
  reward: WalletReward
  /** Null while the box is empty. */
  orderToken: string | null
  page: string
}

export const RewardCard = ({ reward, ...place }: RewardCardProps) => (
  <li class={`reward-card reward-card--${reward.state}`}>
    <GiftPicture reward={reward} />
    <div class="reward-card__words" id={`reward_${reward.token}_words`}>
      <h3 class="reward-card__title">{reward.words}</h3>
      <p>{reward.name}</p>
      <p class="reward-card__until">
        For boxes that arrive by <b>{formatDay(reward.deliverBy, 'long')}</b>
      </p>
      {reward.usedFor && (
        <p class="reward-card__until">
          Used on order <a href={paths.confirmation(reward.usedFor.token)}>{reward.usedFor.identifier}</a>
        </p>
      )}
      {reward.problem && <p class="reward-note">{reward.problem}</p>}
    </div>
    <Actions reward={reward} {...place} />
  </li>
)

/** Several gifts have pictures in the choice itself. */
function GiftPicture({ reward: { gifts } }: Pick<RewardCardProps, 'reward'>) {
  const gift = gifts.length === 1 ? gifts[0] : gifts.find(({ isChosen }) => isChosen)
  if (!gift) return null
  return (
    <div class="reward-card__picture">
      <Picture name={gift.picture ?? ''} sizes="112px" alt="" />
    </div>
  )
}

function Actions({ reward, orderToken, page }: RewardCardProps) {
  if (reward.state === 'used' || reward.state === 'over') return null
  if (orderToken === null) return <StartABox />
  const shared = { reward, orderToken, returnTo: page }
  return (
    <div class="reward-card__ways">
      {reward.state === 'ready' && <RewardForm {...shared} />}
      {reward.state === 'on_box' && <RemoveReward {...shared} />}
      {reward.state === 'on_box' && reward.gifts.length > 1 && (
        <details class="reward-card__change">
          <summary>Choose another gift</summary>
          <RewardForm {...shared} />
        </details>
      )}
    </div>
  )
}

const StartABox = () => (
  <p class="reward-card__ways">
    <a href={paths.shop()}>Start a box to use it</a>
  </p>
)
