/** @jsxImportSource react */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Day, WEEKDAYS } from '#src/day.ts'
import { CALENDAR_LABEL, DAYS_A_WEEK, dayByKey, dayMarks, monthsOf } from '#src/delivery/grid-rules.ts'
import { CalendarDay } from './calendar-day.tsx'
import { cheapestCents, earliestOpen } from './open-dates.ts'
import type { WireDate } from './props.ts'
import { useEarlyChoice } from './use-early-choice.ts'

type CalendarProps = {
  dates: WireDate[]
  chosen: Day | null
  choose: (day: Day) => void
}

/** Arrow keys reach closed days too, so that screen readers read out the reason. Space or Enter chooses. */
export function Calendar({ dates, chosen, choose: save }: CalendarProps) {
  const table = useRef<HTMLTableElement>(null)
  const earliest = earliestOpen(dates)
  const markOf = dayMarks(dates)
  const [focusedDay, setFocusedDay] = useState<Day | null>(null)
  const reachable = focusedDay ?? chosen ?? earliest?.date ?? dates[0]?.date ?? null
  const lowestCents = cheapestCents(dates)
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    if (isTouched) scrollToChosen(table.current)
  }, [isTouched])

  function choose(day: Day) {
    setIsTouched(true)
    save(day)
  }
  useEarlyChoice(table, chosen, (day) => choose(day as Day))

  function moveFocus(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset.day as
      | Day
      | undefined
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (dates.some((day) => day.ok && day.date === from)) choose(from)
      return
    }
    const [first, last] = [dates[0]?.date, dates.at(-1)?.date]
    const to = first && last ? dayByKey(event.key, from, first, last) : null
    if (!to) return
    event.preventDefault()
    setFocusedDay(to)
    table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }

  return (
    <table
      ref={table}
      className="calendar"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid is a table
      role="grid"
      aria-label={CALENDAR_LABEL}
      data-touched={isTouched || undefined}
      onKeyDown={moveFocus}
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      {monthsOf(dates).map((month) => (
        <tbody key={month.name}>
          <tr>
            <th className="calendar__month" scope="rowgroup" colSpan={DAYS_A_WEEK}>
              {month.name}
            </th>
          </tr>
          {month.weeks.map((week, index) => (
            <tr key={week.find(Boolean)?.date ?? index}>
              {week.map((day, column) =>
                day ? (
                  <CalendarDay
                    key={day.date}
                    day={day}
                    isChosen={day.date === chosen}
                    mark={markOf(day)}
                    isReachable={day.date === reachable}
                    extraCents={(day.shipping_cents ?? 0) - lowestCents}
                    choose={choose}
                    onReach={setFocusedDay}
                  />
                ) : (
                  <td key={WEEKDAYS[column]} className="calendar__none" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The first choice makes the bar with the button sticky, which may cover the day. */
const scrollToChosen = (table: HTMLTableElement | null) =>
  table?.querySelector(':checked')?.closest('td')?.scrollIntoView({ block: 'nearest' })
