import { isFarPrice, shownPrice } from '#src/catalog/price-rules.ts'
import type { Instant } from '#src/day.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { ComingPrice, OpenProposal } from '#src/staff/catalog/coming-prices.ts'
import { formatShortMoment, zoneName } from '../../shared/local-time.ts'
import { priceWords } from './catalog-words.ts'
import { ProposalForms, priceOf, WithdrawForm } from './price-section.tsx'

type ComingPricesPageProps = { prices: ComingPrice[]; proposals: OpenProposal[]; now: Instant }

export const ComingPricesPage = ({ prices, proposals, now }: ComingPricesPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a>
      </p>
      <h1 class="desk__title">Coming prices</h1>
      <p class="desk__intro">
        Each takes effect on its own, in the shop's time zone ({zoneName(now, SHOP_ZONE)}).
      </p>
    </header>
    {proposals.length > 0 && (
      <section class="desk-panel" aria-labelledby="proposals_title">
        <h2 class="desk-panel__title" id="proposals_title">
          Proposed by farms
        </h2>
        {proposals.map((proposal) => (
          <>
            <p>
              <a href={paths.staffOffer(proposal.bid_item_token)}>
                {proposal.name}, {proposal.label}
              </a>
              , now {priceWords(currentOf(proposal))}
            </p>
            <ProposalForms proposal={proposal} isFar={isFar(proposal)} />
          </>
        ))}
      </section>
    )}
    {prices.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No scheduled prices</h2>
        <p class="empty__words">Schedule one on an offer's page.</p>
        <a class="button button--quiet" href={paths.staffCatalog()}>
          See all offers
        </a>
      </section>
    ) : (
      <PriceTable prices={prices} />
    )}
  </>
)

type Current = { current_cents: number; current_pound_cents: number | null }

const currentOf = ({ current_cents, current_pound_cents }: Current) => ({
  priceCents: current_cents,
  poundCents: current_pound_cents,
})

const isFar = (proposal: OpenProposal) => isFarPrice(shownPrice(currentOf(proposal)), proposal.price_cents)

const PriceTable = ({ prices }: { prices: ComingPrice[] }) => (
  <section class="sheet" tabindex={0} aria-label="Coming prices">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Offer</th>
          <th scope="col">Starts</th>
          <th scope="col" class="sheet__figure">
            Now
          </th>
          <th scope="col" class="sheet__figure">
            Then
          </th>
          <th scope="col">Why</th>
          <th scope="col">Withdraw</th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ change, offer }) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a href={paths.staffOffer(offer.bid_item_token)}>
                {offer.name}, {offer.label}
              </a>
            </th>
            <td data-label="Starts">{formatShortMoment(change.startsAt, SHOP_ZONE)}</td>
            <td data-label="Now" class="sheet__figure">
              {priceWords(currentOf(offer))}
            </td>
            <td data-label="Then" class="sheet__figure">
              <b>{priceOf(change)}</b>
            </td>
            <td data-label="Why" class="sheet__reason">
              {change.reason}
            </td>
            <td>
              <WithdrawForm changeId={change.id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
