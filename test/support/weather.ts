import { desc } from 'drizzle-orm'
import { type WeatherHold, weatherHolds } from '#db/schema/index.ts'
import { mailsTo, signedIn } from './account.ts'
import { CENTER, DALE } from './clerks.ts'
import { paidOrder } from './refunding.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

export const WEATHER = `${CENTER}/weather_alerts`
export const STORM = {
  title: 'Winter storm',
  states: ['WA'],
  zip3s: [],
  from: '2026-12-02',
  to: '2026-12-04',
}

export const raiseAlert = async (clerk: Shopper, shop: World, alert: Record<string, unknown> = STORM) => {
  const answer = await clerk.call('POST', WEATHER, alert)
  const json = await answer.json()
  await shop.settleDown()
  return { status: answer.status, ...json }
}

export const holdsIn = ({ db }: World): WeatherHold[] =>
  db.select().from(weatherHolds).orderBy(desc(weatherHolds.id)).all()

/** A shop with a clerk, and a guest's paid box that arrives in Seattle on December 3. */
export async function shopWithBox() {
  const paid = await paidOrder(undefined, { arrivesOn: '2026-12-03' })
  return { ...paid, dale: await signedIn(paid.shop, DALE) }
}

/** The same box, held and moved by a storm. */
export async function heldBox() {
  const held = await shopWithBox()
  const before = held.order()
  const alert = await raiseAlert(held.dale, held.shop)
  const hold = holdsIn(held.shop).find(({ orderId }) => orderId === before.id)
  if (!hold) throw new Error('the storm holds nothing')
  return { ...held, before, alert, hold }
}

/** The links in the guest's latest weather email, as paths. */
export function mailedChoices(shop: World) {
  const mail = mailsTo(shop, 'ana@example.com').findLast(({ subject }) => /weather/i.test(subject))
  const paths = [...(mail?.text ?? '').matchAll(/https?:\/\/[^/\s]+(\/weather-alerts\/\S+)/g)]
  const [keep = '', cancel = ''] = paths.map(([, path = '']) => path)
  return { mail, keep, cancel }
}
