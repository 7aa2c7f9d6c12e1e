import type { Product } from '#src/catalog/products.ts'
import { findCategory } from '#src/catalog/rules.ts'
import { paths } from '#src/paths.ts'
import { Badges } from '../shared/badges.tsx'
import { DeliveryPromise } from './delivery-promise.tsx'
import { Gallery } from './gallery.tsx'
import { OfferChoice } from './offer-choice.tsx'
import { ProductStory } from './product-story.tsx'

const BADGES_SHOWN = 4

export function ProductPage({ product }: { product: Product }) {
  const { variety, farm, offers, family } = product
  return (
    <article class="product">
      <Trail variety={variety} />
      <div class="product__decision">
        <Gallery pictures={variety.pictures} name={variety.name} />
        <div class="product__choice">
          <p class="product__farm">
            {farm.name}, {farm.state}
          </p>
          <h1 class="product__name">{variety.name}</h1>
          <p class="product__summary">{variety.summary}</p>
          <Badges names={variety.badges} limit={BADGES_SHOWN} />
          <Varieties family={family} current={variety.slug} />
          <OfferChoice offers={offers} name={variety.name} />
          <DeliveryPromise />
        </div>
      </div>
      <ProductStory variety={variety} farm={farm} />
    </article>
  )
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

/** The same cut from other farms. */
function Varieties({ family, current }: { family: Product['family']; current: string }) {
  if (family.length < 2) return null
  return (
    <nav class="product__varieties" aria-labelledby="varieties_title">
      <h2 class="label" id="varieties_title">
        Variety
      </h2>
      <p class="chips">
        {family.map(({ slug, name }) => (
          <a class="chip" href={paths.product(slug)} aria-current={slug === current ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </p>
    </nav>
  )
}
