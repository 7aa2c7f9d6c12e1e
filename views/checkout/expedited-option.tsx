import type { Faster } from '#src/checkout/steps/delivery-days.ts'
import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'

/**
 * The faster way: what it costs more, and the day it makes possible. It opens days; only who chooses one of them pays
 * for it. Stands in a form with `data-controller="expedited-shipping"` and a button to look again.
 */
export const ExpeditedOption = ({ ticked, feeCents, earliest, usual }: Faster) => (
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
      <span>Expedited shipping, {feeCents > 0 ? `${formatCents(feeCents)} more` : 'at no extra cost'}</span>
    </label>
    <p class="expedited-option__words" id="expedited_words">
      One day on the road: as early as <b>{formatDay(earliest, 'long')}</b>
      {usual && usual > earliest && ` instead of ${formatDay(usual, 'long')}`}. The days it opens say
      “faster”.
    </p>
  </div>
)
