import type { PriceChange } from '#db/schema/index.ts'
import { isFarPrice, shownPrice } from '#src/catalog/price-rules.ts'
import type { Instant } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { OpenProposal } from '#src/staff/catalog/coming-prices.ts'
import { offerState } from '#src/staff/catalog/list-filters.ts'
import type { ListedOffer } from '#src/staff/catalog/offer-list.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { priceWords, STATE_WORDS } from './catalog-words.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import { ComingPrices, PriceForm, ProposalForms } from './price-section.tsx'
import { StockSection, type StockSectionProps } from './stock-section.tsx'

type OfferPageProps = {
  offer: ListedOffer
  prices: PriceChange[]
  proposal: OpenProposal | null
  form: EditFormProps
  typed: Record<string, unknown>
  problem: { field: string; message: string } | undefined
  now: Instant
  stock: Omit<StockSectionProps, 'offerToken'>
}

export const OfferPage = ({ offer, prices, proposal, form, typed, problem, now, stock }: OfferPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.staffFarm(offer.farmSlug)}>{offer.farm}</a> <span aria-hidden="true">/</span>{' '}
        <a href={paths.staffVariety(offer.slug)}>{offer.name}</a>
      </p>
      <h1 class="desk__title">
        {offer.name}, {offer.label}
      </h1>
      <p class="desk__intro">
        {priceWords(offer)} · {STATE_WORDS[offerState(offer)]} · {offer.onHand} on hand
      </p>
    </header>
    <section class="desk-panel" aria-labelledby="price_title">
      <h2 class="desk-panel__title" id="price_title">
        Price
      </h2>
      {problem && <Alert takesFocus>{problem.message}</Alert>}
      {proposal && <ProposalForms proposal={proposal} isFar={isFar(offer, proposal)} />}
      <PriceForm offer={offer} typed={typed} problem={problem} now={now} />
      <ComingPrices prices={prices} />
      <p class="desk-panel__note">
        Boxes that are being paid keep the price they hold. Placed orders never change.
      </p>
    </section>
    <StockSection offerToken={offer.token} {...stock} />
    <section class="desk-panel" aria-labelledby="details_title">
      <h2 class="desk-panel__title" id="details_title">
        Details
      </h2>
      <EditForm action={paths.editOffer(offer.token)} form={form} />
    </section>
    <section class="desk-panel" aria-labelledby="sale_title">
      <h2 class="desk-panel__title" id="sale_title">
        Sale
      </h2>
      <PauseForm offer={offer} />
    </section>
  </>
)

const isFar = (offer: ListedOffer, proposal: OpenProposal) =>
  isFarPrice(shownPrice(offer), proposal.price_cents)

const PauseForm = ({ offer }: { offer: ListedOffer }) => {
  const isPaused = offer.pausedAt !== null
  return (
    <Form action={paths.pauseOfferByStaff(offer.token)} method="post">
      <input type="hidden" name="paused" value={isPaused ? 'no' : 'yes'} />
      <p>
        {isPaused
          ? 'It is paused: shoppers see it as sold out.'
          : 'Paused, shoppers see it as sold out at once. What is already bought still ships.'}
      </p>
      <button type="submit" class="button button--quiet">
        {isPaused ? 'Sell it again' : 'Pause it'}
      </button>
    </Form>
  )
}
