import type { Product } from '#src/catalog/products.ts'
import { paths } from '#src/paths.ts'
import { FarmPanel } from './farm-panel.tsx'
import { Nutrition } from './nutrition.tsx'
import { Prose } from './prose.tsx'

type StoryProps = Pick<Product, 'variety' | 'farm'>

const GUARANTEE = "If it isn't right"

export const ProductStory = ({ variety, farm }: StoryProps) => (
  <div class="product-story">
    <FarmPanel farm={farm} />
    <section class="product-story__part">
      <h2 class="product-story__title">About this cut</h2>
      <Prose text={variety.story} />
      {variety.raised.trim() !== '' && (
        <>
          <h3 class="product-story__small">How it was raised</h3>
          <Prose text={variety.raised} />
        </>
      )}
    </section>
    <section class="product-story__part">
      {variety.cooking.length > 0 ? (
        <>
          <h2 class="product-story__title">In the kitchen</h2>
          <ol class="steps">
            {variety.cooking.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <h3 class="product-story__small">{GUARANTEE}</h3>
        </>
      ) : (
        <h2 class="product-story__title">{GUARANTEE}</h2>
      )}
      <p>
        It arrives frozen, undamaged and as ordered, or we make it right.{' '}
        <a href={`${paths.shipping()}#guarantee`}>Our guarantee</a>
      </p>
    </section>
    <Nutrition facts={variety.nutrition} />
  </div>
)
