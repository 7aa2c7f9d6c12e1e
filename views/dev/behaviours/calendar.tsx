import { Calendar } from '../../delivery/calendar.tsx'
import type { ExampleFacts } from './index.ts'

/** The days a box can reach Seattle, in a form that only goes back to this page. */
export const CalendarExamples = ({ days }: ExampleFacts) => (
  <form method="get" class="stack">
    <Calendar days={days} chosenOn={null} name="arrival_date" />
    <p>
      <button type="submit" class="button">
        Take this day
      </button>
    </p>
  </form>
)
