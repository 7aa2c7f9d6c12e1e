/** @jsxImportSource react */
import { DeliveryPromise } from './delivery-promise.tsx'
import { Gallery } from './gallery.tsx'
import { OfferChoice } from './offer-choice.tsx'
import type { ProductDetailProps, VarietyFacts } from './props.ts'
import { RatingLine } from './rating.tsx'
import { useProduct } from './use-product.ts'
import { Varieties } from './varieties.tsx'
import { WeightPrice } from './weight-price.tsx'

export function ProductDetail(props: ProductDetailProps) {
  const { state, chooseWeight, chooseVariety, prefetchVariety } = useProduct(props)
  const { variety } = state

  return (
    <div className="product__decision" aria-busy={state.pending ? 'true' : undefined}>
      <Gallery pictures={variety.pictures} name={variety.name} key={`gallery ${variety.slug}`} />
      <div className="product__choice">
        <Introduction {...variety} chosen={state.weight} />
        <Varieties
          family={props.family}
          shown={variety.slug}
          pending={state.pending}
          choose={chooseVariety}
          prefetch={prefetchVariety}
        />
        <OfferChoice
          variety={variety}
          family={props.family}
          chosen={state.weight}
          authenticityToken={props.authenticityToken}
          boxUrl={props.boxUrl}
          choose={chooseWeight}
          key={`offers ${variety.slug}`}
        />
        <DeliveryPromise {...props.place} postalCodeUrl={props.postalCodeUrl} />
        <p className="visually-hidden" role="status">
          {state.announcement}
        </p>
      </div>
    </div>
  )
}

type IntroductionProps = VarietyFacts & { chosen: string | null }

const Introduction = ({ origin, name, rating, summary, badges, weights, chosen }: IntroductionProps) => (
  <>
    <p className="product__farm">{origin}</p>
    <h1 className="product__name">{name}</h1>
    {weights
      .filter(({ token }) => token === chosen)
      .map((weight) => (
        <div className="product__price" key="price">
          <WeightPrice {...weight} />
        </div>
      ))}
    {rating && <RatingLine rating={rating} />}
    <p className="product__summary">{summary}</p>
    {badges.length > 0 && (
      <ul className="badges">
        {badges.map((badge) => (
          <li className={badge.highlighted ? 'badge badge--highlight' : 'badge'} key={badge.name}>
            {badge.name}
          </li>
        ))}
      </ul>
    )}
  </>
)
