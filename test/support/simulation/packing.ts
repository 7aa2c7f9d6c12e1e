import { and, eq, gt } from 'drizzle-orm'
import { lots, offers } from '#db/schema/index.ts'
import type { Shopper } from '../shopper.ts'
import { asked, jsonOf, passRefusal } from './asked.ts'
import { clerkOf } from './center.ts'
import type { Season } from './season.ts'

type Line = { bid_item_token: string; quantity: number; missing: number; by_weight: boolean }
type Row = { order_token: string; state: string }

/** Packs most of a wave's boxes, by scanning or all at once. Some wait until tomorrow. */
export async function packWave(season: Season, wave: string) {
  const { draw } = season
  const dale = await clerkOf(season)
  const { orders } = await jsonOf<{ orders: Row[] }>(dale.call('GET', wave))
  for (const { order_token, state } of orders) {
    if (state !== 'to_pack' || draw.chance(0.1)) continue
    await packBox(season, dale, wave, order_token).catch(passRefusal)
  }
}

async function packBox(season: Season, dale: Shopper, wave: string, order_token: string) {
  const { draw } = season
  const post = (step: string, fields: object) =>
    asked(dale.call('POST', `${wave}/${step}`, { order_token, ...fields }))
  const { lines } = await jsonOf<{ lines: Line[] }>(
    dale.call('GET', `${wave}/pack?order_token=${order_token}`),
  )
  if (draw.chance(0.2) && !lines.some(({ by_weight }) => by_weight))
    return void (await asked(dale.call('POST', `${wave}/packed`, { order_tokens: [order_token] })))
  for (const line of lines) await packLine(season, post, line)
}

type Post = (step: string, fields: object) => Promise<Response>

async function packLine(season: Season, post: Post, line: Line) {
  const { draw } = season
  const { bid_item_token, missing, by_weight } = line
  for (let pack = 0; pack < missing; pack += 1) {
    if (draw.chance(0.06)) {
      await post('short', { bid_item_token, quantity: 1, reason: 'Torn' }).catch(passRefusal)
      continue
    }
    const scanned = await scanOne(season, post, bid_item_token)
    if (!by_weight) continue
    const { package_id } = (await scanned.json()) as { package_id: string }
    const gross_grams = 1_500 + draw.below(3_000)
    await post('weigh', { bid_item_token, package_id, gross_grams, confirmed: true })
  }
}

/** The pack at hand may be from another lot than the planned one, and then the shop may refuse it. */
async function scanOne({ draw, shop }: Season, post: Post, token: string): Promise<Response> {
  const known = shop()
    .db.select({ code: lots.code })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .where(and(eq(offers.token, token), gt(lots.unitsLeft, 0)))
    .all()
  if (known.length === 0 || draw.chance(0.6)) return post('scan', { barcode: token })
  try {
    return await post('scan', { barcode: `${token}/${draw.pick(known).code}` })
  } catch (error) {
    passRefusal(error)
    return post('scan', { barcode: token })
  }
}
