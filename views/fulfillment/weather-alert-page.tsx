import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { TypedAlert } from '#src/fulfillment/weather-fields.ts'
import { paths } from '#src/paths.ts'
import type { AlertRow } from '#src/weather/alerts.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { areaOf, daysOf, STATE_WORDS } from './weather-alerts-page.tsx'
import { WeatherForm } from './weather-form.tsx'

type WeatherAlertPageProps = {
  center: FulfillmentCenter
  alert: AlertRow
  typed: TypedAlert
  /** Of what this page shows, so that a colleague's later change isn't overwritten unseen. */
  version: string
  problem: string | undefined
}

export const WeatherAlertPage = ({ center, alert, typed, version, problem }: WeatherAlertPageProps) => (
  <>
    <header class="desk__head desk__head--row">
      <div>
        <p class="trail">
          <a href={paths.weatherAlerts(center.slug)}>Weather</a>
        </p>
        <h1 class="desk__title">{alert.title}</h1>
        <p class="desk__intro">
          {STATE_WORDS[alert.state]}. {daysOf(alert)}, {areaOf(alert)}.
        </p>
      </div>
      {isStanding(alert) && (
        <Form action={paths.clearWeatherAlert(center.slug, alert.id)} method="post">
          <button type="submit" class="button button--quiet">
            Clear the alert
          </button>
        </Form>
      )}
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <ul class="low-stock">
      {factsOf(alert).map((fact) => (
        <li class="low-stock__offer">{fact}</li>
      ))}
    </ul>
    {isStanding(alert) && (
      <>
        <h2 class="desk__section">Change it</h2>
        <WeatherForm
          action={paths.weatherAlert(center.slug, alert.id)}
          typed={typed}
          version={version}
          button="Save"
        />
      </>
    )}
  </>
)

const isStanding = ({ state }: AlertRow) => state === 'coming' || state === 'now'

const boxes = (count: number) => (count === 1 ? '1 box' : `${count} boxes`)

const factsOf = ({ held, withoutDay, shippedAnyway, inWaves }: AlertRow): string[] => [
  `${boxes(held)} held.`,
  ...(withoutDay > 0 ? [`${boxes(withoutDay)} of them found no free day yet. We keep looking.`] : []),
  ...(shippedAnyway > 0 ? [`${boxes(shippedAnyway)} to ship anyway, as their buyers asked.`] : []),
  ...(inWaves > 0 ? [`${boxes(inWaves)} in waves. Remove them from their waves to hold them.`] : []),
]
