/** @jsxImportSource react */
import { deliveryPrice } from '#src/checkout/sentences.ts'
import { type Day, dayOfMonth } from '#src/day.ts'
import { closedDayLabel, type DayMark, noteOf, openDayLabel } from '#src/delivery/grid-rules.ts'
import { formatCents } from '#src/money.ts'
import type { WireDate } from './props.ts'

type CalendarDayProps = {
  day: WireDate
  isChosen: boolean
  mark: DayMark
  isReachable: boolean
  /** On top of the cheapest open day. */
  extraCents: number
  choose: (day: Day) => void
  onReach: (day: Day) => void
}

export const CalendarDay = (props: CalendarDayProps) =>
  props.day.ok ? <OpenDay {...props} /> : <ClosedDay {...props} />

function OpenDay({ day, isChosen, mark, isReachable, extraCents, choose, onReach }: CalendarDayProps) {
  const note = openNote(day, extraCents, mark)
  return (
    <td className="calendar__day">
      <label
        className="calendar__choice"
        data-mark={mark || undefined}
        data-expedited={day.expedited || undefined}
      >
        <input
          className="visually-hidden"
          type="radio"
          name="arrival_date"
          value={day.date}
          autoComplete="off"
          checked={isChosen}
          onChange={() => choose(day.date)}
          onFocus={() => onReach(day.date)}
          tabIndex={isReachable ? 0 : -1}
          data-day={day.date}
        />
        <span aria-hidden="true">{dayOfMonth(day.date)}</span>
        <small aria-hidden="true">{note}</small>
        <span className="visually-hidden">{`${openDayLabel(day, mark)}, ${deliveryPrice(day.shipping_cents)}`}</span>
      </label>
    </td>
  )
}

function ClosedDay({ day, isReachable, onReach }: CalendarDayProps) {
  return (
    <td
      className="calendar__day calendar__day--closed"
      data-reason={day.reason ?? undefined}
      data-day={day.date}
      tabIndex={isReachable ? 0 : -1}
      onFocus={() => onReach(day.date)}
      aria-disabled="true"
    >
      <span aria-hidden="true">{dayOfMonth(day.date)}</span>
      <small aria-hidden="true">{noteOf(day.reason)}</small>
      <span className="visually-hidden">{closedDayLabel(day.date)}</span>
      <span className="calendar__why">{day.sentence}</span>
    </td>
  )
}

function openNote({ expedited }: WireDate, extraCents: number, mark: DayMark): string {
  if (expedited && extraCents > 0) return `+${formatCents(extraCents)}`
  return mark
}
