import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { MEMBER_FREE_SHIPPING_CENTS } from '#src/pricing/total.ts'

type UpgradeOfferProps = { token: string; receiptKey?: string | null }

/** On a one-time order. */
export const UpgradeOffer = ({ token, receiptKey = null }: UpgradeOfferProps) => (
  <section class="upgrade-offer" aria-labelledby="upgrade_offer">
    <h2 class="confirmation__subtitle" id="upgrade_offer">
      A box like this, again and again
    </h2>
    <p>
      Every 2 to 8 weeks, with free delivery from {formatCents(MEMBER_FREE_SHIPPING_CENTS)}. Skip or cancel
      any time.
    </p>
    <p>
      <a class="button button--quiet" href={paths.upgradePage(token, { key: receiptKey })}>
        Make it recurring
      </a>
    </p>
  </section>
)
