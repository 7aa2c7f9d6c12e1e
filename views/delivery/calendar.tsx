import { type Day, dayOfMonth, WEEKDAYS } from '#src/day.ts'
import type { CalendarDay } from '#src/delivery/calendar.ts'
import {
  CALENDAR_LABEL,
  closedDayLabel,
  DAYS_A_WEEK,
  type DayMark,
  dayMarks,
  monthsOf,
  noteOf,
  openDayLabel,
} from '#src/delivery/grid-rules.ts'

type CalendarProps = {
  days: CalendarDay[]
  chosenOn: Day | null
  name: string
}

/** Works without scripts. The `calendar` controller adds grid keys, which reach closed days and their reasons. */
export function Calendar({ days, chosenOn, name }: CalendarProps) {
  const markOf = dayMarks(days)
  return (
    <table class="calendar" aria-label={CALENDAR_LABEL} data-controller="calendar" data-action={ACTIONS}>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      {monthsOf(days).map((month) => (
        <tbody>
          <tr>
            <th class="calendar__month" scope="rowgroup" colspan={DAYS_A_WEEK}>
              {month.name}
            </th>
          </tr>
          {month.weeks.map((week) => (
            <tr>
              {week.map((day) => (
                <Square
                  day={day}
                  name={name}
                  isChosen={day?.date === chosenOn}
                  mark={day ? markOf(day) : ''}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const ACTIONS = [
  'keydown->calendar#moveFocus',
  'focusin->calendar#focusDay',
  'change->calendar#choose',
  'turbo:before-morph-attribute->calendar#keep',
].join(' ')

type SquareProps = { day: CalendarDay | null; name: string; isChosen: boolean; mark: DayMark }

function Square({ day, name, isChosen, mark }: SquareProps) {
  if (!day) return <td class="calendar__none" />
  const date = dayOfMonth(day.date)
  if (!day.ok) {
    return (
      <td
        class="calendar__day calendar__day--closed"
        data-reason={day.reason}
        data-calendar-target="day"
        data-day={day.date}
      >
        <span aria-hidden="true">{date}</span>
        <small aria-hidden="true">{noteOf(day.reason)}</small>
        <span class="visually-hidden">{closedDayLabel(day.date)}</span>
        <span class="calendar__why">{day.sentence}</span>
      </td>
    )
  }
  return (
    <td class="calendar__day">
      <label class="calendar__choice" data-mark={mark || undefined}>
        <input
          class="visually-hidden"
          type="radio"
          name={name}
          value={day.date}
          checked={isChosen}
          data-calendar-target="day"
          data-day={day.date}
        />
        <span aria-hidden="true">{date}</span>
        <small aria-hidden="true">{day.expedited ? 'faster' : mark}</small>
        <span class="visually-hidden">{openDayLabel(day, mark)}</span>
      </label>
    </td>
  )
}
