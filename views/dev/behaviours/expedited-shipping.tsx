import { ExpeditedOption } from '../../checkout/expedited-option.tsx'
import { Calendar } from '../../delivery/calendar.tsx'
import type { ExampleFacts } from './index.ts'

export const ExpeditedShippingExamples = ({ days, standardDays, ticked }: ExampleFacts) => {
  const expedited = days.find((day) => day.ok && day.expedited)
  const standard = standardDays.find((day) => day.ok)
  return (
    <form
      class="stack"
      method="get"
      action="/behaviours/expedited-shipping"
      data-controller="expedited-shipping"
    >
      {expedited && (
        <ExpeditedOption
          ticked={ticked}
          feeCents={1200}
          earliest={expedited.date}
          standard={standard?.date ?? null}
        />
      )}
      <Calendar days={ticked ? days : standardDays} chosenOn={null} name="arrival_date" />
      <p>
        <button type="submit" class="button button--quiet" data-expedited-shipping-target="show">
          Show delivery days
        </button>
      </p>
    </form>
  )
}
