import { type Day, dayOfMonth, formatDay, WEEKDAYS } from '#src/day.ts'
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
  /** The day a placed box comes now: it is shown, but can't be chosen. */
  currentOn?: Day
  /** What expedited days cost extra; by default they only say 'faster'. */
  fasterNote?: string
}

/** Works without scripts. The `calendar` controller adds grid keys, which reach closed days and their reasons. */
export function Calendar({ days, chosenOn, name, currentOn, fasterNote = 'faster' }: CalendarProps) {
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
                  isCurrent={day !== null && day.date === currentOn}
                  fasterNote={fasterNote}
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

type SquareProps = {
  day: CalendarDay | null
  name: string
  isChosen: boolean
  isCurrent: boolean
  mark: DayMark
  fasterNote: string
}

function Square({ day, name, isChosen, isCurrent, mark, fasterNote }: SquareProps) {
  if (!day) return <td class="calendar__none" />
  if (isCurrent) return <CurrentDay date={day.date} />
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
        <small aria-hidden="true">{day.expedited ? fasterNote : mark}</small>
        <span class="visually-hidden">{openDayLabel(day, mark)}</span>
      </label>
    </td>
  )
}

const CurrentDay = ({ date }: { date: Day }) => (
  <td class="calendar__day calendar__day--current" data-calendar-target="day" data-day={date}>
    <span aria-hidden="true">{dayOfMonth(date)}</span>
    <small aria-hidden="true">now</small>
    <span class="visually-hidden">{formatDay(date, 'long')}, your day now.</span>
  </td>
)
