import type { Product } from '#src/catalog/products.ts'
import { formatCents, shownPoundCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { StockNote } from '../shared/stock-note.tsx'
import { TurboFrame } from '../shared/turbo.tsx'
import { QuickAdd } from './quick-add.tsx'
import { WaitListLink } from './wait-list-link.tsx'

type LinkProps = { slug: string; weights: number; class?: string }

/** Links to the product; with scripts it opens the weights in place (BEH-11). */
export const WeightChoiceLink = ({ slug, weights, class: more }: LinkProps) => (
  <a
    class={more ? `weight-choice__link ${more}` : 'weight-choice__link'}
    href={paths.product(slug)}
    aria-haspopup="dialog"
    data-turbo-prefetch="false"
    data-controller="quick-add-selector"
    data-action="pointerdown->quick-add-selector#press quick-add-selector#open"
  >
    {weights} weights
  </a>
)

export function WeightChoice({ product: { variety, offers } }: { product: Product }) {
  const { token } = usePage()
  return (
    <TurboFrame id="weights" target="_top">
      <p class="weight-choice__title" id="weights_title">
        Choose a weight: {variety.name}
      </p>
      <ul>
        {offers.map((offer) => {
          const of = `${variety.name}, ${offer.label}`
          return (
            <li class="weight-choice__weight">
              <p class="weight-choice__words">
                <b>{offer.label}</b> <span>serves {offer.serves}</span> <StockNote stock={offer.stock} />
              </p>
              <p class="weight-choice__price">
                {offer.poundCents !== null && <span>at most </span>}
                <b>{formatCents(offer.priceCents)}</b> <span>{formatCents(shownPoundCents(offer))} / lb</span>
              </p>
              {offer.stock.kind === 'sold_out' ? (
                <WaitListLink token={offer.token} class="button button--small button--quiet">
                  Tell me when it's back<span class="visually-hidden">: {of}</span>
                </WaitListLink>
              ) : (
                <QuickAdd of={of} offer={offer} stock={offer.stock} token={token} />
              )}
            </li>
          )
        })}
      </ul>
    </TurboFrame>
  )
}
