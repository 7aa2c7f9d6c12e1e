/** @jsxImportSource react */
import { AddForm } from './add-form.tsx'
import type { VarietyFacts, WeightFacts } from './props.ts'
import { Weights } from './weights.tsx'

type ChoiceProps = {
  variety: VarietyFacts
  chosen: string | null
  authenticityToken: string
  choose: (token: string) => void
}

/**
 * The weights as a list to choose from, and a form for each of which only the chosen weight's shows: the sheet
 * pairs them by place, so that choosing needs no script.
 */
export const OfferChoice = ({ variety, chosen, authenticityToken, choose }: ChoiceProps) => (
  <div className="offer-choice">
    <Weights weights={variety.weights} chosen={chosen} choose={choose} />
    <div className="offer-choice__forms">
      {variety.weights.map((weight) =>
        weight.stock.kind === 'sold_out' ? (
          <SoldOut weight={weight} name={variety.name} key={weight.token} />
        ) : (
          <AddForm
            weight={weight}
            name={variety.name}
            authenticityToken={authenticityToken}
            key={weight.token}
          />
        ),
      )}
    </div>
  </div>
)

const SoldOut = ({ weight, name }: { weight: WeightFacts; name: string }) => (
  <div className="offer-form offer-form--out">
    <p className="offer-form__words">
      {`${weight.label} of ${name} is sold out. Another weight or farm may have it.`}
    </p>
    <a className="button button--quiet" href={weight.waitListUrl}>
      Tell me when it's back
    </a>
  </div>
)
