import type { ExpeditedOffer } from '#src/checkout/steps/delivery-days.ts'
import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'

/** Needs a form with `data-controller="expedited-shipping"`. Only choosing one of the new days costs extra. */
export const ExpeditedOption = ({ ticked, feeCents, earliest, standard }: ExpeditedOffer) => (
  <div class="expedited-option">
    <label class="tick">
      <input
        type="checkbox"
        name="expedited"
        value="1"
        checked={ticked}
        autocomplete="off"
        aria-describedby="expedited_words"
        data-expedited-shipping-target="toggle"
        data-action="change->expedited-shipping#show"
      />
      <span>Expedited shipping, {formatCents(feeCents)} more</span>
    </label>
    <p class="expedited-option__words" id="expedited_words">
      Get your box as early as <b>{formatDay(earliest, 'long')}</b>
      {standard && standard > earliest && `, or from ${formatDay(standard, 'long')} at no extra`}. Look for
      the days marked “faster.”
    </p>
  </div>
)
