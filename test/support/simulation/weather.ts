import { and, eq, isNull } from 'drizzle-orm'
import { outboxMessages, weatherAlerts, weatherHolds } from '#db/schema/index.ts'
import { CENTER } from '../clerks.ts'
import { inDays } from '../lots.ts'
import { asked } from './asked.ts'
import { clerkOf } from './center.ts'
import type { Season } from './season.ts'

/** A storm over Washington begins, or the current one ends early. */
export async function changeWeather(season: Season) {
  const { draw, shop } = season
  const dale = await clerkOf(season)
  const standing = shop()
    .db.select({ id: weatherAlerts.id })
    .from(weatherAlerts)
    .where(and(eq(weatherAlerts.title, 'Ice storm'), isNull(weatherAlerts.clearedAt)))
    .all()
  const [alert] = standing
  if (alert && draw.chance(0.5)) {
    await asked(dale.call('POST', `${CENTER}/weather_alerts/${alert.id}/clear`, {}))
    return
  }
  const from = 1 + draw.below(4)
  const days = { from: inDays(shop(), from), to: inDays(shop(), from + draw.below(3)) }
  await asked(
    dale.call('POST', `${CENTER}/weather_alerts`, { title: 'Ice storm', states: ['WA'], zip3s: [], ...days }),
  )
  await shop().settleDown()
}

/** A guest whose box is held follows a link from the email and decides. */
export async function answersWeather(season: Season) {
  const { draw, shop } = season
  const { db } = shop()
  const open = db.select().from(weatherHolds).where(isNull(weatherHolds.endedAt)).all()
  const holds = new Set(open.map(({ id }) => id))
  const links = db
    .select({ text: outboxMessages.text })
    .from(outboxMessages)
    .all()
    .flatMap(({ text }) => [...text.matchAll(/\/weather-alerts\/(\d+)\?[^\s]*?(key=[\w-]+)/g)])
    .map(([, id, key]) => ({ id: Number(id), key }))
    .filter(({ id }) => holds.has(id))
  if (links.length === 0) return
  const { id, key } = draw.pick(links)
  const guest = await season.shopper()
  const answer = draw.pick(['keep', 'cancel', 'toggle'])
  await asked(
    answer === 'toggle'
      ? guest.call('POST', `/v1/toggle_ignore_weather_alerts/${id}?${key}`)
      : guest.call('POST', `/weather-alerts/${id}/answer?${key}`, { answer }),
  )
}
