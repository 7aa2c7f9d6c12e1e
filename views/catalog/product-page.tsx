import { productProps } from '#src/catalog/product-props.ts'
import type { Product } from '#src/catalog/products.ts'
import { findCategory } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { Island, type IslandProps } from '../shared/island.tsx'
import { keepPieces } from '../shared/kept-pieces.ts'
import { usePage } from '../shared/page-facts.ts'
import { TOKEN_GOES_HERE } from '../shared/page-pieces.ts'
import { ProductStory } from './product-story.tsx'

/** What is marked `data-of-variety` is taken from the other variety's page when another is chosen in this one. */
export const ProductPage = ({ product }: { product: Product }) => (
  <article class="product">
    <div id="product_trail" data-of-variety="">
      <Trail variety={product.variety} />
    </div>
    <Decision product={product} />
    <div id="product_story" data-of-variety="">
      <ProductStory variety={product.variety} farm={product.farm} />
    </div>
  </article>
)

const DECISIONS_KEPT = 500

/** The island's HTML, drawn once for all who see the same. */
type DecisionFacts = { product: Product; place: IslandProps<'product-detail'>['place'] }

const decisionPiece = keepPieces<DecisionFacts>(
  {
    limit: DECISIONS_KEPT,
    known: ({ product, place }) => ({ by: product, as: Object.values(place).join() }),
  },
  ({ product, place }) => {
    const props = productProps(product, { authenticityToken: TOKEN_GOES_HERE, place })
    return `${<Island name="product-detail" props={props} />}`
  },
)

function Decision({ product }: { product: Product }) {
  const { pieces, postalCode, earliest, noDays } = usePage()
  return pieces.place(decisionPiece({ product, place: { postalCode, earliest, noDays } }))
}

const Trail = ({ variety }: { variety: Product['variety'] }) => (
  <nav class="trail" aria-label="Where you are">
    <ol class="trail__list">
      <li>
        <a href={paths.shop()}>Shop</a>
      </li>
      <li>
        <a href={paths.shop(variety.animal)}>{findCategory(variety.animal)?.name ?? variety.animal}</a>
      </li>
      <li aria-current="page">{variety.name}</li>
    </ol>
  </nav>
)
