import { desc, isNotNull } from 'drizzle-orm'
import { textSubscriptions } from '#db/schema/index.ts'
import { textSignature } from '#src/providers/texts/signature.ts'
import { textsAt } from '../texts.ts'
import { readerOf } from './after-purchase.ts'
import { asked } from './asked.ts'
import type { Season } from './season.ts'

/** A family may share one. */
const numberOf = ({ draw }: Season) => `206555${1000 + draw.below(40)}`

/** Confirms by the code, by a YES, or not at all. */
export async function turnsOnTexts(season: Season) {
  const { draw, shop } = season
  const { shopper, order, query, key } = await readerOf(season, ['paid', 'in_wave', 'shipped'])
  const mobile_phone_number = numberOf(season)
  const path = `/v1/turn_on_sms_notifications_for_order/${order.token}${query}`
  await asked(shopper.call('POST', path, { mobile_phone_number }))
  await shop().settleDown()
  const phone = `+1${mobile_phone_number}`
  if (draw.chance(0.2)) return
  if (draw.chance(0.5)) return textBack(season, phone, 'YES')
  const code = /\b\d{6}\b/.exec(textsAt(shop(), phone).at(-1) ?? '')?.[0] ?? '000000'
  await asked(shopper.call('POST', '/v1/confirm_sms_code', { code, order_token: order.token, key }))
}

const WORDS = ['STOP', 'stop', 'UNSTOP', 'HELP', 'YES', 'when does it come?']

/** A person we text replies with one of several words. */
export async function textsBack(season: Season) {
  const { draw, shop } = season
  const known = shop()
    .db.select({ phone: textSubscriptions.phone })
    .from(textSubscriptions)
    .where(isNotNull(textSubscriptions.orderId))
    .orderBy(desc(textSubscriptions.id))
    .all()
  if (known.length > 0) await textBack(season, draw.pick(known).phone, draw.pick(WORDS))
}

let texts = 0

/** As the gateway posts it, sometimes twice. */
async function textBack({ draw, shop }: Season, From: string, Body: string) {
  const { app, config } = shop()
  texts += 1
  const body = new URLSearchParams({ MessageSid: `SMsim${texts}`, From, To: '+12065550199', Body })
  const path = '/webhooks/sms'
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': textSignature(config.appUrl + path, body, config.texts.authToken),
  }
  for (let copy = 0; copy < (draw.chance(0.3) ? 2 : 1); copy += 1)
    await asked(app.request(path, { method: 'POST', headers, body }))
  await shop().settleDown()
}
