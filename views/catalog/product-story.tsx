import type { Product } from '#src/catalog/products.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { FarmPanel } from './farm-panel.tsx'
import { Nutrition } from './nutrition.tsx'
import { Prose } from './prose.tsx'

type StoryProps = Pick<Product, 'variety' | 'farm'>

const STORIES_KEPT = 500

const storyPiece = cacheFragments<StoryProps>(
  { limit: STORIES_KEPT, known: ({ variety }) => ({ by: variety, as: 'story' }) },
  (props) => `${<Story {...props} />}`,
)

/** All there is to read about a product and its farm: the same for everybody, so drawn once. */
export const ProductStory = ({ variety, farm }: StoryProps) =>
  usePage().pieces.place(storyPiece({ variety, farm }))

const Story = ({ variety, farm }: StoryProps) => (
  <div class="product-story">
    <FarmPanel farm={farm} />
    <section class="product-story__part">
      <h2 class="product-story__title">About this cut</h2>
      <Prose text={variety.story} />
      <h3 class="product-story__small">How it was raised</h3>
      <Prose text={variety.raised} />
    </section>
    <section class="product-story__part">
      <h2 class="product-story__title">In the kitchen</h2>
      <ol class="steps">
        {variety.cooking.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </section>
    <Nutrition facts={variety.nutrition} />
  </div>
)
