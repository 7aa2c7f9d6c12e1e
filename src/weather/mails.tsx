import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { type Order, type WeatherHold, weatherAlerts } from '#db/schema/index.ts'
import { weatherHoldMail } from '#views/mails/weather-hold.tsx'
import { shortDeadline } from '#views/shared/local-time.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderById } from '../orders/orders.ts'
import { isLessTaken } from '../orders/paid-with.ts'
import { zoneOf } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { textAboutOrder } from '../texts/order-texts.ts'
import { weatherText } from '../texts/wording.ts'
import { holdKey } from './hold-key.ts'
import { holdById } from './holds.ts'

/** Skipped if the hold is over before the mail leaves. */
export const mailWeatherHold = job(
  'mail_weather_hold',
  z.object({ holdId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { holdId }) => {
    const hold = holdById(db, holdId)
    if (!hold || hold.endedAt !== null) return
    const order = orderById(db, hold.orderId)
    const alert = db.select().from(weatherAlerts).where(eq(weatherAlerts.id, hold.alertId)).get()
    if (!alert || !order.email || order.fcId === null) return
    const key = order.userId === null ? holdKey(config, holdId) : null
    const urlOf = (choice: 'keep' | 'cancel') => config.appUrl + paths.weatherHold(holdId, { choice, key })
    const choices = {
      keepUrl: urlOf('keep'),
      cancelUrl: urlOf('cancel'),
      isReleased: isLessTaken(db, order.id),
    }
    const mail = weatherHoldMail({
      identifier: order.identifier,
      title: alert.title,
      wasOn: hold.arrivalOn,
      movedTo: hold.movedTo,
      answerBy: hold.answerBy,
      returnedCents: hold.returnedCents,
      zone: zoneOf(db, order.fcId),
      ...choices,
      store: config.store,
    })
    await durably(db, (tx) => textHold(tx, order, hold, choices, clock.now()))
    await mailer.send({ ...mail, key: `weather_hold:${holdId}:${hold.movedTo}`, to: order.email })
  },
)

type Choices = { keepUrl: string; cancelUrl: string; isReleased: boolean }

/** The same news by text, to those who get texts about this order. */
function textHold(tx: DurableTx, order: Order, hold: WeatherHold, choices: Choices, now: Instant) {
  const { id, movedTo } = hold
  const zone = zoneOf(tx, order.fcId ?? 0)
  const answerBy = hold.answerBy === null ? null : shortDeadline(hold.answerBy, zone)
  const body = weatherText({ identifier: order.identifier, movedTo, answerBy, ...choices })
  const key = `weather_hold:${id}:${movedTo}`
  textAboutOrder(tx, order, { key, kind: 'weather', matter: `weather:${order.id}`, body }, now)
}
