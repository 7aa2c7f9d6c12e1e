import { paths } from '#src/paths.ts'
import type { CenterStock } from '#src/staff/catalog/center-stock.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { typedText } from '../../shared/refused-form.ts'

export type StockSectionProps = {
  offerToken: string
  centers: CenterStock[]
  problem: string | undefined
  /** What a refused correction had. */
  typed: Typed
}

type Typed = Record<string, unknown> | null

/** What each center has, and a form to correct it. Deliveries are counted in at the center's dock. */
export const StockSection = ({ offerToken, centers, problem, typed }: StockSectionProps) => (
  <section class="desk-panel" aria-labelledby="stock_title" id="stock">
    <h2 class="desk-panel__title" id="stock_title">
      Stock
    </h2>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <ul class="center-stock">
      {centers.map((center) => (
        <li class="center-stock__row">
          <h3 class="center-stock__name">
            {center.name}
            <span class="center-stock__units">{unitsOf(center)}</span>
          </h3>
          <CorrectionForm
            offerToken={offerToken}
            center={center}
            typed={typedText(typed, 'center') === String(center.id) ? typed : null}
          />
        </li>
      ))}
    </ul>
    <p class="desk-panel__note">
      Enter the difference, such as 40 or -3. Deliveries with lots and best-by dates are checked in at the
      center’s receiving dock.
    </p>
  </section>
)

const unitsOf = ({ onHand, reserved }: CenterStock) =>
  `${onHand.toLocaleString('en-US')} on hand${reserved > 0 ? `, ${reserved} reserved` : ''}`

type CorrectionFormProps = { offerToken: string; center: CenterStock; typed: Typed }

const CorrectionForm = ({ offerToken, center, typed }: CorrectionFormProps) => {
  const id = (name: string) => `stock_${center.id}_${name}`
  return (
    <Form action={paths.correctStock(offerToken)} method="post" class="center-stock__form">
      <input type="hidden" name="center" value={String(center.id)} />
      <input type="hidden" name="seen_units" value={String(center.onHand)} />
      <Field
        id={id('change')}
        name="change"
        label="Change"
        value={typedText(typed, 'change')}
        inputmode="text"
        maxlength={7}
        required
        autocomplete="off"
      />
      <Field
        id={id('reason')}
        name="reason"
        label="Why"
        value={typedText(typed, 'reason')}
        maxlength={200}
        required
        autocomplete="off"
      />
      <button type="submit" class="button button--quiet">
        Correct
        <span class="visually-hidden"> the stock in {center.name}</span>
      </button>
    </Form>
  )
}
