import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import type { TypedAlert } from '#src/fulfillment/weather-fields.ts'
import { paths } from '#src/paths.ts'
import type { AlertList, AlertRow } from '#src/weather/alerts.ts'
import { Pager } from '../catalog/pager.tsx'
import { Alert } from '../shared/alert.tsx'
import { WeatherForm } from './weather-form.tsx'

type WeatherAlertsPageProps = {
  center: FulfillmentCenter
  list: AlertList
  typed: TypedAlert
  problem: string | undefined
}

export const WeatherAlertsPage = ({ center, list, typed, problem }: WeatherAlertsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Weather</h1>
      <p class="desk__intro">
        An alert holds the boxes that would travel through it, moves them to the next free day and tells their
        buyers. Shoppers there can't choose its days.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {list.total === 0 ? (
      <p class="desk__intro">No alerts yet.</p>
    ) : (
      <AlertTable center={center} alerts={list.alerts} />
    )}
    <Pager page={list.page} pages={list.pages} path={paths.weatherAlerts(center.slug)} />
    <h2 class="desk__section">New alert</h2>
    <WeatherForm action={paths.weatherAlerts(center.slug)} typed={typed} button="Hold boxes" />
  </>
)

const AlertTable = ({ center, alerts }: { center: FulfillmentCenter; alerts: AlertRow[] }) => (
  <section class="sheet" tabindex={0} aria-label="Alerts">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Alert</th>
          <th scope="col">State</th>
          <th scope="col">Days</th>
          <th scope="col">Where</th>
          <th scope="col" class="sheet__figure">
            Held
          </th>
          <th scope="col" class="sheet__figure">
            Ship anyway
          </th>
          <th scope="col" class="sheet__figure">
            In waves
          </th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a href={paths.weatherAlert(center.slug, alert.id)}>{alert.title}</a>
            </th>
            <td data-label="State">{STATE_WORDS[alert.state]}</td>
            <td data-label="Days">{daysOf(alert)}</td>
            <td data-label="Where">{areaOf(alert)}</td>
            <td class="sheet__figure" data-label="Held">
              {alert.held > 0 ? (
                <a href={paths.centerOrders(center.slug, { state: 'weather' })}>{alert.held}</a>
              ) : (
                alert.held
              )}
            </td>
            <td class="sheet__figure" data-label="Ship anyway">
              {alert.shippedAnyway}
            </td>
            <td class="sheet__figure" data-label="In waves">
              {alert.inWaves}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

export const STATE_WORDS: Record<AlertRow['state'], string> = {
  coming: 'Coming',
  now: 'Now',
  over: 'Over',
  cleared: 'Cleared',
}

export const daysOf = ({ startsOn, endsOn }: AlertRow) =>
  startsOn === endsOn
    ? formatDay(startsOn, 'short')
    : `${formatDay(startsOn, 'short')} to ${formatDay(endsOn, 'short')}`

export const areaOf = ({ states, zip3s }: AlertRow) =>
  [...states, ...(zip3s.length > 0 ? [`ZIP ${zip3s.join(', ')}`] : [])].join(', ')
