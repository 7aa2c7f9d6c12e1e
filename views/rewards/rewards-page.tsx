import { paths } from '#src/paths.ts'
import type { WalletReward } from '#src/pricing/reward-wallet.ts'
import type { StoreCredit } from '#src/pricing/store-credit.ts'
import { RewardCard } from './reward-card.tsx'
import { StoreCreditPart } from './store-credit.tsx'

type WalletProps = {
  rewards: WalletReward[]
  /** Null while the box is empty. */
  orderToken: string | null
}

type RewardsPageProps = WalletProps & { credit: StoreCredit }

export const RewardsPage = ({ rewards, credit, orderToken }: RewardsPageProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Rewards</h1>
      <p class="page-head__intro">
        Use one reward per box, before it expires. It's good for boxes that arrive by its last day, and it's
        used up when you pay.
      </p>
    </header>
    <StoreCreditPart credit={credit} />
    {rewards.length === 0 ? <NoneYet /> : <Wallet rewards={rewards} orderToken={orderToken} />}
  </>
)

const Wallet = ({ rewards, orderToken }: WalletProps) => (
  <div class="wallet" id="rewards" tabindex={-1}>
    <Part id="rewards_on_box" title="On your box" rewards={rewards} state="on_box" orderToken={orderToken} />
    <Part id="rewards_ready" title="Ready to use" rewards={rewards} state="ready" orderToken={orderToken} />
    <Part id="rewards_used" title="Used" rewards={rewards} state="used" orderToken={null} />
    <Part id="rewards_over" title="Expired" rewards={rewards} state="over" orderToken={null} />
  </div>
)

type PartProps = WalletProps & { id: string; title: string; state: WalletReward['state'] }

function Part({ id, title, rewards, state, orderToken }: PartProps) {
  const listed = rewards.filter((reward) => reward.state === state)
  if (listed.length === 0) return null
  return (
    <section class="wallet__part" aria-labelledby={id}>
      <h2 class="wallet__title" id={id}>
        {title}
      </h2>
      <ul class="wallet__list">
        {listed.map((reward) => (
          <RewardCard reward={reward} orderToken={orderToken} page={paths.rewards()} />
        ))}
      </ul>
    </section>
  )
}

const NoneYet = () => (
  <section class="empty">
    <h2 class="empty__title">No rewards yet</h2>
    <p class="empty__words">When you get a reward, you'll find it here.</p>
    <a class="button" href={paths.shop()}>
      Browse the shop
    </a>
  </section>
)
