import { type Day, dayOfMonth, weekday, weekdayName } from '#src/day.ts'
import type { ShipDay } from '#src/fulfillment/ship-days.ts'

type StripProps = {
  days: ShipDay[]
  today: Day
  /** The day that the list is filtered by. */
  chosen: Day | null
  /** The list of a day's boxes; for null, of all days. */
  hrefOf: (day: Day | null) => string
}

/** The next ship days with their load. It is also the filter by ship day: the chosen day leads back to all. */
export const ShipDayStrip = ({ days, today, chosen, hrefOf }: StripProps) => (
  <nav aria-label="Ship days">
    <ol class="ship-days">
      {days.map((shipDay) => (
        <li class="ship-days__item">
          <a
            class={shipDay.closed ? 'ship-day ship-day--closed' : 'ship-day'}
            href={hrefOf(shipDay.day === chosen ? null : shipDay.day)}
            aria-current={shipDay.day === chosen ? 'date' : undefined}
          >
            <DayFacts shipDay={shipDay} isToday={shipDay.day === today} />
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

const DayFacts = ({ shipDay, isToday }: { shipDay: ShipDay; isToday: boolean }) => {
  const { day, closed, booked, capacity, held, shipped } = shipDay
  return (
    <>
      <span class="ship-day__date">
        {weekdayName(weekday(day)).slice(0, 3)} <b>{dayOfMonth(day)}</b>
        {isToday && <span class="ship-day__today">Today</span>}
      </span>
      {closed && booked === 0 ? (
        <span>{closed}</span>
      ) : (
        <>
          <meter
            class={booked >= capacity ? 'ship-day__load ship-day__load--full' : 'ship-day__load'}
            min={0}
            max={Math.max(capacity, 1)}
            value={booked}
            aria-hidden="true"
          />
          <span>
            <b>{booked}</b> of {capacity}
          </span>
          {closed && <span>{closed}</span>}
          {held > 0 && <span>{held} held</span>}
          {shipped > 0 && <span>{shipped} shipped</span>}
        </>
      )}
    </>
  )
}
