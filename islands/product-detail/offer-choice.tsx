/** @jsxImportSource react */
import { AddForm } from './add-form.tsx'
import type { Relative, VarietyFacts, WeightFacts } from './props.ts'
import { Weights } from './weights.tsx'

type ChoiceProps = {
  variety: VarietyFacts
  family: Relative[]
  chosen: string | null
  authenticityToken: string
  boxUrl: string
  choose: (token: string) => void
}

/** The stylesheet shows the checked weight's form by its position, so that choosing needs no script. */
export const OfferChoice = ({ variety, family, chosen, authenticityToken, boxUrl, choose }: ChoiceProps) => (
  <div className="offer-choice">
    {variety.weights.length === 0 ? (
      <p className="offer-form__words">{`${variety.name} isn't for sale yet.`}</p>
    ) : (
      <Weights weights={variety.weights} chosen={chosen} choose={choose} />
    )}
    <div className="offer-choice__forms">
      {variety.weights.map((weight) =>
        weight.stock.kind === 'sold_out' ? (
          <SoldOut
            weight={weight}
            name={variety.name}
            hasOtherWeight={variety.weights.some(({ stock }) => stock.kind !== 'sold_out')}
            similar={family.find(({ slug, isAvailable }) => slug !== variety.slug && isAvailable)}
            key={weight.token}
          />
        ) : (
          <AddForm
            weight={weight}
            name={variety.name}
            authenticityToken={authenticityToken}
            boxUrl={boxUrl}
            key={weight.token}
          />
        ),
      )}
    </div>
  </div>
)

type SoldOutProps = {
  weight: WeightFacts
  name: string
  hasOtherWeight: boolean
  /** In stock at another farm. */
  similar: Relative | undefined
}

const SoldOut = ({ weight, name, hasOtherWeight, similar }: SoldOutProps) => (
  <div className="offer-form offer-form--out">
    <p className="offer-form__words">
      {`${weight.label} of ${name} is sold out.${hasOtherWeight ? ' Another weight is in stock.' : ''}`}
      {similar && (
        <>
          {' Another farm has a similar cut: '}
          <a href={similar.url}>{similar.name}</a>.
        </>
      )}
    </p>
    <a
      className="button button--quiet"
      href={weight.waitListUrl}
      data-turbo-prefetch="false"
      data-controller="wait-list"
      data-wait-list-url-value={weight.waitListModalUrl}
      data-action="wait-list#open"
    >
      Tell me when it's back
    </a>
  </div>
)
