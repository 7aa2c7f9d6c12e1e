import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { WeatherPage } from '#views/weather/weather-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { type Day, formatDay, type Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { isLessTaken, isOnlyHeld } from '../orders/paid-with.ts'
import { zoneOf } from '../orders/placed.ts'
import { BEING_PAID_SENTENCE } from '../orders/rules.ts'
import { paths } from '../paths.ts'
import { BANK_DECIDES } from '../payments/refund-order.ts'
import { iso } from '../privacy/iso.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { type Answered, cancelForWeather, keepNewDate, toggleShipAnyway } from './answers.ts'
import { type OwnHold, ownHold, presentPath } from './own-hold.ts'
import { shipAnywayWords } from './ship-anyway-words.ts'

export const routes = new Hono<AppEnv>()

/** `choice` comes from a mailed link, which only says what to show first. */
routes.get(
  paths.weatherHold.pattern,
  ownHold((c, own) => {
    const { clock } = c.var.services
    const present = presentPath(c, own)
    if (present !== null) return redirectTo(c, present, 302)
    if (!wantsHtml(c)) return c.json(holdJson(own, clock.now()))
    return weatherPage(c, own)
  }),
)

function weatherPage(c: Ctx, own: OwnHold, problem?: string) {
  const { db, clock, config } = c.var.services
  if (own.key) c.header('Referrer-Policy', 'no-referrer')
  const view = (
    <WeatherPage
      {...own}
      words={shipAnywayWords(own.alert, own.hold)}
      zone={zoneOf(db, own.order.fcId ?? 0)}
      now={clock.now()}
      wantsToCancel={c.req.query('choice') === 'cancel'}
      isReleased={isLessTaken(db, own.order.id)}
      store={config.store}
      problem={problem}
    />
  )
  const status = problem === undefined ? 200 : 409
  return renderPage(c, view, { title: own.alert.title, status, indexed: false, styles: 'orders' })
}

const canShipAnyway = ({ hold, order }: OwnHold, now: Instant) =>
  hold.endedAt === null && order.state === 'paid' && now < hold.lockAt

const holdJson = (own: OwnHold, now: Instant) => {
  const { hold, alert, order } = own
  return {
    id: hold.id,
    title: alert.title,
    from: alert.startsOn,
    to: alert.endsOn,
    order_token: order.token,
    identifier: order.identifier,
    first_arrival_date: hold.arrivalOn,
    arrival_date: order.arrivalOn,
    open: hold.endedAt === null,
    answer: hold.answer,
    returned_cents: hold.returnedCents,
    answer_by: iso(hold.answerBy),
    ship_anyway: hold.shipAnywayAt !== null,
    can_ship_anyway: canShipAnyway(own, now),
    ship_anyway_until: iso(hold.lockAt),
  }
}

const Answer = z.object({ answer: line(10) })

routes.post(
  paths.answerWeather.pattern,
  ownHold(async (c, own) => {
    const read = readFields(Answer, c.var.body)
    const answer = read.ok ? read.value.answer : ''
    if (answer !== 'keep' && answer !== 'cancel') return refuse(c, 422, 'Please choose "keep" or "cancel".')
    const { db, clock } = c.var.services
    const canceled = isOnlyHeld(db, own.order.id) ? CANCELED_UNCHARGED : CANCELED
    const verb = answer === 'keep' ? keepNewDate : cancelForWeather
    const answered = await durably(db, (tx) => verb(tx, own.hold.id, clock.now()))
    if (!answered.ok) return refused(c, own, answered.code)
    const message = answer === 'keep' ? keptWords(own) : canceled
    const path = paths.weatherHold(own.hold.id, { key: own.key })
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)

const keptWords = ({ order }: OwnHold) =>
  order.arrivalOn === null ? 'Thank you.' : `Thank you. We'll see you ${formatDay(order.arrivalOn, 'long')}.`

const CANCELED = 'Your order is canceled, and all of your money is on its way back.'
const CANCELED_UNCHARGED = "Your order is canceled, and your card won't be charged."

/** The customer's answer: `checked` or `not`. */
routes.post(
  paths.toggleWeather.pattern,
  ownHold(async (c, own) => {
    const { db, clock } = c.var.services
    const words = shipAnywayWords(own.alert, own.hold)
    const toggled = await durably(db, (tx) => toggleShipAnyway(tx, own.hold.id, words, clock.now()))
    if (!toggled.ok) return refused(c, own, toggled.code)
    const isOn = toggled.isOn === true
    const { arrivalOn } = orderById(db, own.order.id)
    const note = toggledWords(isOn, arrivalOn)
    const arrival = arrivalOn && formatDay(arrivalOn, 'long')
    const json = { message: isOn ? 'checked' : 'not', note, arrival, arrival_date: arrivalOn }
    const path = paths.weatherHold(own.hold.id, { key: own.key })
    return reply(c, 200, json, { path, flash: { kind: 'notice', message: note } })
  }),
)

const toggledWords = (isOn: boolean, arrivalOn: Day | null) =>
  `${isOn ? "We'll ship it anyway" : "We'll wait for the weather"}.${arrivalOn === null ? '' : ` It arrives ${formatDay(arrivalOn, 'long')}.`}`

type Refused = (Answered & { ok: false })['code']

const TAKEN_OVER = 'Another alert holds your box now, so nothing was changed. Please choose again.'

/** Shows the refusal above the choices that are left. */
function refused(c: Ctx, own: OwnHold, code: Refused) {
  const path = presentPath(c, own)
  if (path !== null) {
    const flash = { kind: 'danger', message: TAKEN_OVER } as const
    return reply(c, 409, { error: TAKEN_OVER, message: TAKEN_OVER }, { path, flash })
  }
  const words = refusalWords(own, code)
  return wantsHtml(c) ? weatherPage(c, own, words) : refuse(c, 409, words)
}

function refusalWords({ hold, order }: OwnHold, code: Refused): string {
  const first = formatDay(hold.arrivalOn, 'long')
  switch (code) {
    case 'over':
      if (order.state === 'canceled')
        return `Order ${order.identifier} was canceled, so there is nothing left to decide. Nothing was changed.`
      return 'This alert is over, so there is nothing left to decide. Nothing was changed.'
    case 'packed':
      return `Order ${order.identifier} can't be changed here anymore. Please contact us.`
    case 'being_paid':
      return BEING_PAID_SENTENCE
    case 'full':
      return `${first} has filled up meanwhile, so your box keeps its new date.`
    case 'bank_decides':
      return `${BANK_DECIDES} Please contact us.`
    case 'locked':
      return `It's too late to ship for ${first}. Nothing was changed.`
  }
}
