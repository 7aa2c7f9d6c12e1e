import type { WeightStock } from '#src/catalog/live-stock.ts'
import type { Product } from '#src/catalog/products.ts'
import { type Elsewhere, findCategory } from '#src/catalog/rules.ts'
import { termsInFull } from '#src/delivery/advertised-day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import { ProductReviews } from '../reviews/product-reviews.tsx'
import { contentId } from '../shared/cached-fragments.ts'
import { Island, type IslandProps } from '../shared/island.tsx'
import { Kept } from '../shared/kept.tsx'
import { type PageFacts, usePage } from '../shared/page-facts.ts'
import { POSTAL_CODE_SLOT, TOKEN_SLOT } from '../shared/page-fragments.ts'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'
import { ProductStory } from './product-story.tsx'
import { StockUpdates } from './stock-updates.tsx'

type Place = IslandProps<'product-detail'>['place']

type ProductPageProps = {
  product: Product
  live: { stream: StreamSource; weights: WeightStock[] }
  islandProps: (elsewhere: Record<string, Elsewhere>, shopper: Shopper) => IslandProps<'product-detail'>
}

type Shopper = Pick<IslandProps<'product-detail'>, 'authenticityToken' | 'place'>

/** When the visitor switches varieties, the island replaces each `data-of-variety` part from the other page. */
export const ProductPage = ({ product, live, islandProps }: ProductPageProps) => (
  <article class="product">
    <Decision product={product} elsewhere={inOtherBoxes(live.weights)} islandProps={islandProps} />
    <Story {...product} />
    <div id="product_live" data-of-variety="" hidden>
      <TurboCableStreamSource stream={live.stream} />
      <StockUpdates slug={product.variety.slug} weights={live.weights} />
    </div>
  </article>
)

type DecisionProps = Pick<ProductPageProps, 'product' | 'islandProps'> & {
  elsewhere: Record<string, Elsewhere>
}

/** Kept per product, earliest day and stock in other boxes. */
function Decision(props: DecisionProps) {
  const place = placeWithSlots(usePage())
  return (
    <Kept of={`product ${contentId(props.product)} ${JSON.stringify([place, props.elsewhere])}`} atOnce>
      <div id="product_trail" data-of-variety="">
        <Breadcrumbs variety={props.product.variety} />
      </div>
      <Detail {...props} place={place} />
    </Kept>
  )
}

const Detail = ({ elsewhere, islandProps, place }: DecisionProps & { place: Place }) => (
  <Island name="product-detail" props={islandProps(elsewhere, { authenticityToken: TOKEN_SLOT, place })} />
)

/** Apart from the rest, because a sale doesn't change it. */
const Story = ({ variety, farm, reviews }: Product) => (
  <Kept of={`story ${[variety, farm, reviews].map(contentId).join(' ')}`} atOnce>
    <div id="product_story" data-of-variety="">
      <ProductStory variety={variety} farm={farm} />
    </div>
    <div id="product_reviews" data-of-variety="">
      <ProductReviews reviews={reviews} slug={variety.slug} />
    </div>
  </Kept>
)

/** Depends on the answer for a ZIP code, not on the ZIP code, of which there are thousands. */
function placeWithSlots({
  postalCode,
  earliest,
  earliestTerms,
  noDeliveryReason,
  ...page
}: PageFacts): Place {
  return {
    postalCode: postalCode && POSTAL_CODE_SLOT,
    earliest,
    earliestTerms: termsInFull(earliestTerms),
    noDeliveryReason:
      postalCode && noDeliveryReason ? noDeliveryReason.replaceAll(postalCode, POSTAL_CODE_SLOT) : null,
    delivery: `${page.deliveryPrice}, free from ${formatCents(page.freeDeliveryFromCents)}`,
  }
}

const inOtherBoxes = (weights: WeightStock[]): Record<string, Elsewhere> =>
  Object.fromEntries(weights.flatMap(({ token, elsewhere }) => (elsewhere ? [[token, elsewhere]] : [])))

const Breadcrumbs = ({ variety }: { variety: Product['variety'] }) => (
  <nav class="trail" aria-label="Breadcrumb">
    <ol class="trail__list">
      <li>
        <a href={paths.shop()}>Shop</a>
      </li>
      <li>
        <a href={paths.category(variety.animal)}>{findCategory(variety.animal)?.name ?? variety.animal}</a>
      </li>
      <li aria-current="page">{variety.name}</li>
    </ol>
  </nav>
)
