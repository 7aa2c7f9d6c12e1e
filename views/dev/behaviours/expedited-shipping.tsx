import { ExpeditedOption } from '../../checkout/expedited-option.tsx'
import { Calendar } from '../../delivery/calendar.tsx'
import type { ExampleFacts } from './index.ts'

/** The days to Seattle by the usual way, and by the faster one once that is ticked. */
export const ExpeditedShippingExamples = ({ days, usualDays, ticked }: ExampleFacts) => {
  const opened = days.find((day) => day.ok && day.expedited)
  const usual = usualDays.find((day) => day.ok)
  return (
    <form
      class="stack"
      method="get"
      action="/behaviours/expedited-shipping"
      data-controller="expedited-shipping"
    >
      {opened && (
        <ExpeditedOption ticked={ticked} feeCents={1200} earliest={opened.date} usual={usual?.date ?? null} />
      )}
      <Calendar days={ticked ? days : usualDays} chosenOn={null} name="arrival_date" />
      <p>
        <button type="submit" class="button button--quiet" data-expedited-shipping-target="show">
          Show the delivery days
        </button>
      </p>
    </form>
  )
}
