import { arrivalLine, CLOSED_DAYS_HINT, DATE_QUESTION, deliveryPrice } from '#src/checkout/sentences.ts'
import type { ShownDays } from '#src/checkout/steps/delivery-days.ts'
import { Calendar } from '../delivery/calendar.tsx'
import { Alert } from '../shared/alert.tsx'
import { ExpeditedOption } from './expedited-option.tsx'

type DeliveryDaysProps = { days: ShownDays | null; isPlaced: boolean; problems: { date: string | null } }

export const DeliveryDays = ({ days, isPlaced, problems }: DeliveryDaysProps) => (
  <fieldset class="date-step delivery-form__part" id="delivery_days">
    <legend class="date-step__legend">
      <h2 class="delivery-form__title">{DATE_QUESTION}</h2>
    </legend>
    {problems.date && <Alert>{problems.date}</Alert>}
    <input type="hidden" name="expedited" value="0" />
    {days ? <Days {...days} isPlaced={isPlaced} /> : <NoZip />}
    <button
      type="submit"
      class="button button--quiet delivery-form__show"
      name="show_days"
      value="1"
      data-expedited-shipping-target="show"
    >
      Show delivery days
    </button>
  </fieldset>
)

const Days = (shown: ShownDays & { isPlaced: boolean }) => (
  <>
    {shown.expedited && <ExpeditedOption {...shown.expedited} />}
    <p class="checkout-hint">
      Delivery days for {shown.zip}. {CLOSED_DAYS_HINT}
      {shown.isPlaced && ' Your current day is selected.'}
    </p>
    <Calendar days={shown.days} chosenOn={shown.chosen?.date ?? null} name="arrival_date" />
    <p class="delivery-form__chosen" role="status">
      {chosenSentence(shown)}
    </p>
  </>
)

const NoZip = () => (
  <p class="checkout-hint">
    Enter your ZIP code to see delivery dates. If you don't pick one, we'll send your box as soon as we can.
  </p>
)

function chosenSentence({ chosen, shippingCents }: ShownDays): string {
  if (!chosen) return "You haven't picked another day."
  return `${arrivalLine(chosen.date)}${chosen.expedited ? ', expedited' : ''}, ${deliveryPrice(shippingCents)}.`
}
