import { type Day, dayOfMonth, monthName, weekday, weekdayName } from '#src/day.ts'

/** Hidden from screen readers, because the text beside it says the same. */
export const DayLeaf = ({ day }: { day: Day }) => (
  <p class="day-leaf" aria-hidden="true">
    <span class="day-leaf__month">{monthName(day)}</span>
    <span class="day-leaf__date">{dayOfMonth(day)}</span>
    <span class="day-leaf__weekday">{weekdayName(weekday(day))}</span>
  </p>
)
