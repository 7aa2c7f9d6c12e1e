import type { WeightStock } from '#src/catalog/live-stock.ts'
import type { Product } from '#src/catalog/products.ts'
import { type Elsewhere, findCategory } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { Island, type IslandProps } from '../shared/island.tsx'
import { usePage } from '../shared/page-facts.ts'
import { TOKEN_SLOT } from '../shared/page-fragments.ts'
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
    <div id="product_trail" data-of-variety="">
      <Breadcrumbs variety={product.variety} />
    </div>
    <Decision product={product} elsewhere={inOtherBoxes(live.weights)} islandProps={islandProps} />
    <div id="product_story" data-of-variety="">
      <ProductStory variety={product.variety} farm={product.farm} />
    </div>
    <div id="product_live" data-of-variety="" hidden>
      <TurboCableStreamSource stream={live.stream} />
      <StockUpdates slug={product.variety.slug} weights={live.weights} />
    </div>
  </article>
)

const MAX_CACHED_DECISIONS = 500

type DecisionFacts = {
  product: Product
  elsewhere: Record<string, Elsewhere>
  place: Place
  islandProps: ProductPageProps['islandProps']
}

/** The island's HTML, cached per product, place and stock in other boxes. */
const decisionFragment = cacheFragments<DecisionFacts>(
  {
    limit: MAX_CACHED_DECISIONS,
    known: ({ product, elsewhere, place }) => ({
      by: product,
      as: [...Object.values(place), JSON.stringify(elsewhere)].join(),
    }),
  },
  ({ elsewhere, place, islandProps }) => {
    const props = islandProps(elsewhere, { authenticityToken: TOKEN_SLOT, place })
    return `${<Island name="product-detail" props={props} />}`
  },
)

function Decision(facts: Omit<DecisionFacts, 'place'>) {
  const { pieces, postalCode, earliest, noDeliveryReason } = usePage()
  return pieces.place(decisionFragment({ ...facts, place: { postalCode, earliest, noDeliveryReason } }))
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
