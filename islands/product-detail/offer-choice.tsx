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

/**
 * The weights as a list to choose from, and a form for each of which only the chosen weight's shows: the sheet
 * pairs them by place, so that choosing needs no script.
 */
export const OfferChoice = ({ variety, family, chosen, authenticityToken, boxUrl, choose }: ChoiceProps) => (
  <div className="offer-choice">
    <Weights weights={variety.weights} chosen={chosen} choose={choose} />
    <div className="offer-choice__forms">
      {variety.weights.map((weight) =>
        weight.stock.kind === 'sold_out' ? (
          <SoldOut
            weight={weight}
            name={variety.name}
            elsewhere={elsewhere(variety, family)}
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

type SoldOutProps = { weight: WeightFacts; name: string; elsewhere: string }

const SoldOut = ({ weight, name, elsewhere }: SoldOutProps) => (
  <div className="offer-form offer-form--out">
    <p className="offer-form__words">{`${weight.label} of ${name} is sold out.${elsewhere}`}</p>
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

/** Where else it is, only if it is there. */
function elsewhere({ slug, weights }: VarietyFacts, family: Relative[]): string {
  const otherWeight = weights.some(({ stock }) => stock.kind !== 'sold_out')
  const otherFarm = family.some((relative) => relative.slug !== slug && relative.canBeHad)
  if (otherWeight && otherFarm) return ' Another weight and another farm have it.'
  if (otherWeight) return ' Another weight is here.'
  return otherFarm ? ' Another farm has a cut like it.' : ''
}
