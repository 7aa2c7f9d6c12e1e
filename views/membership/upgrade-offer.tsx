import { paths } from '#src/paths.ts'
import { fromAmount } from '#src/pricing/sentences.ts'
import { usePage } from '../shared/page-facts.ts'

type UpgradeOfferProps = { token: string; receiptKey?: string | null }

/** On a one-time order. */
export function UpgradeOffer({ token, receiptKey = null }: UpgradeOfferProps) {
  const { terms } = usePage().store
  return (
    <section class="upgrade-offer" aria-labelledby="upgrade_offer">
      <h2 class="confirmation__subtitle" id="upgrade_offer">
        A box like this, again and again
      </h2>
      <p>
        Every 2 to 8 weeks, with free delivery{fromAmount(terms.memberFreeFromCents)}. Skip or cancel any
        time.
      </p>
      <p>
        <a class="button button--quiet" href={paths.upgradePage(token, { key: receiptKey })}>
          Make it recurring
        </a>
      </p>
    </section>
  )
}
