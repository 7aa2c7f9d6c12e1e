import { Calendar } from '../../delivery/calendar.tsx'
import type { ExampleFacts } from './index.ts'

export const CalendarExamples = ({ days }: ExampleFacts) => (
  <form method="get" class="stack">
    <Calendar days={days} chosenOn={null} name="arrival_date" />
    <p>
      <button type="submit" class="button">
        Choose this day
      </button>
    </p>
  </form>
)
