import type { Child } from 'hono/jsx'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import { type Day, formatDay } from '#src/day.ts'
import type { ShipDay } from '#src/fulfillment/ship-days.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { typedText } from '../shared/refused-form.ts'

/** `version`: of what the page shows, so that a colleague's later change isn't overwritten unseen. */
type CalendarDay = ShipDay & { beingPaid: number; version: string }

/** `typed`: what the refused form of that day had. */
export type CalendarProblem = { message: string; day: Day | null; typed: Record<string, unknown> }

type CalendarPageProps = {
  center: FulfillmentCenter
  days: CalendarDay[]
  problem: CalendarProblem | undefined
}

export const CalendarPage = ({ center, days, problem }: CalendarPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Calendar</h1>
      <p class="desk__intro">
        {center.dailyCapacity} boxes a ship day, unless a day says otherwise. Shoppers see a change at once.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem.message}</Alert>}
    <section class="sheet ship-calendar" tabindex={0} aria-label="Ship days">
      <table class="sheet__table ship-calendar__table">
        <thead>
          <tr>
            <th scope="col">Ship day</th>
            <th scope="col" class="ship-calendar__load">
              Load
            </th>
            <th scope="col" class="sheet__figure">
              Booked
            </th>
            <th scope="col" class="sheet__figure">
              Being paid
            </th>
            <th scope="col" class="sheet__figure">
              Capacity
            </th>
            <th scope="col" class="ship-calendar__change">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <DayRow center={center} day={day} problem={day.day === problem?.day ? problem : undefined} />
          ))}
        </tbody>
      </table>
    </section>
  </>
)

type DayRowProps = { center: FulfillmentCenter; day: CalendarDay; problem: CalendarProblem | undefined }

const DayRow = ({ center, day, problem }: DayRowProps) => (
  <tr
    id={`day_${day.day}`}
    class={day.closed ? 'ship-calendar__day ship-calendar__day--closed' : 'ship-calendar__day'}
  >
    <th scope="row" class="sheet__code">
      <a href={paths.centerOrders(center.slug, { ship_on: day.day })}>{formatDay(day.day, 'short')}</a>
    </th>
    <td class="ship-calendar__load">
      {day.closed ?? (
        <meter
          class={day.booked >= day.capacity ? 'ship-day__load ship-day__load--full' : 'ship-day__load'}
          min={0}
          max={Math.max(day.capacity, 1)}
          value={day.booked}
          aria-hidden="true"
        />
      )}
    </td>
    <td class="sheet__figure" data-label="Booked">
      {day.booked}
    </td>
    <td class="sheet__figure" data-label="Being paid">
      {day.beingPaid}
    </td>
    <td class="sheet__figure" data-label="Capacity">
      <b>{day.closed ? 0 : day.capacity}</b>
    </td>
    <td class="ship-calendar__change">
      {day.canChange && <DayForms center={center} day={day} problem={problem} />}
    </td>
  </tr>
)

const DayForms = ({ center, day, problem }: DayRowProps) => {
  const typed = problem?.typed ?? null
  return (
    <details name="ship_day" open={problem !== undefined}>
      <summary class="stock__open">
        Change
        <span class="visually-hidden"> {formatDay(day.day, 'long')}</span>
      </summary>
      {day.closed ? (
        <DayForm center={center} day={day} button="Open the day">
          <input type="hidden" name="open" value="true" />
        </DayForm>
      ) : (
        <>
          <DayForm center={center} day={day} button="Set capacity">
            <label class="adjust__field">
              Boxes
              <input
                class="field__input"
                type="number"
                name="capacity"
                min={0}
                max={20_000}
                step={1}
                value={typedText(typed, 'capacity') || day.capacity}
                autocomplete="off"
              />
            </label>
          </DayForm>
          <DayForm center={center} day={day} button="Close the day">
            <input type="hidden" name="close" value="true" />
            <label class="adjust__field adjust__reason">
              Reason, which shoppers see
              <input
                class="field__input"
                type="text"
                name="reason"
                value={typedText(typed, 'reason')}
                maxlength={80}
                required
                placeholder="annual inventory"
                autocomplete="off"
              />
            </label>
          </DayForm>
        </>
      )}
    </details>
  )
}

type DayFormProps = { center: FulfillmentCenter; day: CalendarDay; button: string; children?: Child }

const DayForm = ({ center, day, button, children }: DayFormProps) => (
  <Form action={paths.centerCalendar(center.slug)} method="post" class="adjust">
    <input type="hidden" name="ship_on" value={day.day} />
    <input type="hidden" name="version" value={day.version} />
    {children}
    <button type="submit" class="button button--small button--quiet">
      {button}
    </button>
  </Form>
)
