import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { WeatherAlert } from '#db/schema/index.ts'
import { WeatherAlertPage } from '#views/fulfillment/weather-alert-page.tsx'
import { WeatherAlertsPage } from '#views/fulfillment/weather-alerts-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { dayIn } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import { isStale, versionOf } from '../tokens.ts'
import {
  addAlert,
  alertAt,
  alertRow,
  changeAlert,
  clearAlert,
  fieldsOf,
  listAlerts,
} from '../weather/alerts.ts'
import { changedMeanwhile } from '../web/changed-meanwhile.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Clerk, clerk } from './clerk.ts'
import { alertJson } from './json.ts'
import { renderCenterPage } from './page.tsx'
import { recordClerk } from './trail.ts'
import { readAlertFields, type TypedAlert } from './weather-fields.ts'

export const weatherRoutes = new Hono<AppEnv>()

const typedIn = ({ body }: Ctx['var']): TypedAlert => ({
  title: text(body.title),
  states: text(body.states),
  zip3s: text(body.zip3s),
  from: text(body.from),
  to: text(body.to),
})

const text = (value: unknown) =>
  [value ?? []]
    .flat()
    .filter((each) => typeof each === 'string')
    .join(' ')
    .slice(0, 1_000)

weatherRoutes.get(
  paths.weatherAlerts.pattern,
  clerk((c, who) => listPage(c, who)),
)

function listPage(c: Ctx, who: Clerk, problem?: string) {
  const { db, clock } = c.var.services
  const list = listAlerts(db, who.center, clock.now(), problem ? 1 : pageNumber(c.req.query()))
  if (list.page > list.pages) return notFound(c)
  const { alerts, page, pages, total } = list
  if (!wantsHtml(c)) return c.json({ weather_alerts: alerts.map(alertJson), page, pages, total })
  const today = dayIn(who.center.zone, clock.now())
  const typed = problem ? typedIn(c.var) : { title: '', states: '', zip3s: '', from: today, to: today }
  const view = <WeatherAlertsPage center={who.center} list={list} typed={typed} problem={problem} />
  return renderCenterPage(c, who, head('Weather', problem), view)
}

const head = (title: string, problem: string | undefined, status: 409 | 422 = 422) => ({
  current: 'weather' as const,
  title,
  status: problem ? status : undefined,
})

weatherRoutes.post(
  paths.weatherAlerts.pattern,
  clerk(async (c, who) => {
    const { db, clock } = c.var.services
    const read = readAlertFields(db, who.center, dayIn(who.center.zone, clock.now()), c.var.body)
    if (!read.ok) return wantsHtml(c) ? listPage(c, who, read.message) : refuse(c, 422, read.message)
    const now = clock.now()
    const alert = await durably(db, (tx) => {
      const { alert: added, isNew } = addAlert(tx, who.center, read.value, now)
      const facts = { id: added.id, name: added.title, detail: read.value }
      if (isNew) recordClerk(tx, who, { kind: 'weather_alert', verb: 'weather_alert.added', ...facts, now })
      return added
    })
    return replyWithAlert(
      c,
      who,
      alert.id,
      `${alert.title}: boxes on their way there are being held and moved.`,
    )
  }),
)

/** With the alert as it is now. */
function replyWithAlert(c: Ctx, who: Clerk, id: number, message: string) {
  const { db, clock } = c.var.services
  const alert = alertAt(db, who.center, id)
  const json = alert ? alertJson(alertRow(db, alert, dayIn(who.center.zone, clock.now()))) : {}
  const path = paths.weatherAlerts(who.center.slug)
  return reply(c, 200, { message, ...json }, { path, flash: { kind: 'notice', message } })
}

type AlertHandler = (c: Ctx, who: Clerk, alert: WeatherAlert) => Response | Promise<Response>

/** For paths with `:alertId` under a center. */
const clerkAtAlert = (handler: AlertHandler) =>
  clerk((c, who) => {
    const alert = alertAt(c.var.services.db, who.center, rowId(c.req.param('alertId')))
    return alert ? handler(c, who, alert) : notFound(c)
  })

weatherRoutes.get(
  paths.weatherAlert.pattern,
  clerkAtAlert((c, who, alert) => alertPage(c, who, alert)),
)

function alertPage(c: Ctx, who: Clerk, alert: WeatherAlert, problem?: string, status?: 409) {
  const { db, clock } = c.var.services
  const row = alertRow(db, alert, dayIn(who.center.zone, clock.now()))
  if (!wantsHtml(c)) return c.json(alertJson(row))
  const typed = problem
    ? typedIn(c.var)
    : {
        title: alert.title,
        states: alert.states.join(' '),
        zip3s: alert.zip3s.join(' '),
        from: alert.startsOn,
        to: alert.endsOn,
      }
  const version = versionOf(fieldsOf(alert))
  const view = <WeatherAlertPage center={who.center} alert={row} {...{ typed, version, problem }} />
  return renderCenterPage(c, who, head(alert.title, problem, status), view)
}

const STALE = changedMeanwhile('this alert', 'Saving yours again replaces your colleague’s.')
const OVER = 'This alert is over, so it stays as it is. Please make a new one.'

weatherRoutes.post(
  paths.weatherAlert.pattern,
  clerkAtAlert(async (c, who, { id }) => {
    const { db, clock } = c.var.services
    const today = dayIn(who.center.zone, clock.now())
    const read = readAlertFields(db, who.center, today, c.var.body)
    const alert = alertAt(db, who.center, id)
    if (!alert) return notFound(c)
    if (!read.ok) return wantsHtml(c) ? alertPage(c, who, alert, read.message) : refuse(c, 422, read.message)
    const now = clock.now()
    const seen = text(c.var.body.version)
    const outcome = await durably(db, (tx) => {
      const before = fieldsOf(alertAt(tx, who.center, id) ?? alert)
      if (isStale(seen, before))
        return versionOf(before) === versionOf(fieldsOf(read.value)) ? 'changed' : 'stale'
      if (!changeAlert(tx, who.center, id, read.value, now)) return 'over'
      const facts = { id, name: read.value.title, detail: { before, after: read.value } }
      recordClerk(tx, who, { kind: 'weather_alert', verb: 'weather_alert.changed', ...facts, now })
      return 'changed'
    })
    if (outcome === 'over') return refuse(c, 409, OVER)
    if (outcome === 'stale') {
      const current = alertAt(db, who.center, id) ?? alert
      return wantsHtml(c) ? alertPage(c, who, current, STALE, 409) : refuse(c, 409, STALE)
    }
    return replyWithAlert(c, who, id, `${read.value.title} is changed.`)
  }),
)

weatherRoutes.post(
  paths.clearWeatherAlert.pattern,
  clerkAtAlert(async (c, who, { id, title }) => {
    const { db, clock } = c.var.services
    const now = clock.now()
    await durably(db, (tx) => {
      const isCleared = clearAlert(tx, id, now)
      const facts = { id, name: title, now }
      if (isCleared) recordClerk(tx, who, { kind: 'weather_alert', verb: 'weather_alert.cleared', ...facts })
    })
    const message = `${title} is over. Its days are free again, and boxes that were moved keep their new days.`
    return replyWithAlert(c, who, id, message)
  }),
)
