import { and, eq, inArray, notLike } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { offers, payments } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { addGiftCard } from '#src/pricing/gift-cards.ts'
import { openGiftCard } from '#src/pricing/gift-ledger.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { signedIn } from '../account.ts'
import { signIn } from '../accounts.ts'
import { addBundleTo, choicesFor } from '../bundles.ts'
import { offerToken, orderOf, SEATTLE } from '../buying.ts'
import { SEATTLE_STEP } from '../delivery-step.ts'
import { closeMonths, payAll } from '../farm-money.ts'
import type { Shopper } from '../shopper.ts'
import { openFlags, RUTH } from '../staff.ts'
import { cancelsBox, claimsBox, editsBox, movesBox } from './after-purchase.ts'
import { asked, jsonOf, passRefusal, Refused } from './asked.ts'
import { dayAtCenter, OFFERS_SOLD } from './center.ts'
import { givesRestBack, sendsCorporateGift } from './corporate-gifts.ts'
import { buysGiftCards, redeemsGiftCard, returnsGiftCard } from './gift-cards.ts'
import type { Season } from './season.ts'
import { textsBack, turnsOnTexts } from './texting.ts'
import { answersWeather } from './weather.ts'

const MINUTE = 60_000

type Visit = (season: Season) => Promise<void>
type Box = { shopper: Shopper; token: string }

let shoppers = 0

/** A new shopper fills a cart and enters an address. */
export async function fillBox(season: Season): Promise<Box> {
  const { draw, shop } = season
  const { db } = shop()
  const shopper = await season.shopper()
  const quantity = 1 + draw.below(3)
  const item = offerToken(db, draw.pick(OFFERS_SOLD))
  await asked(shopper.call('POST', `/cart/items/${item}`, { quantity }))
  const share = offerToken(db, 'demo-fifty')
  if (draw.chance(0.7)) await asked(shopper.call('POST', `/cart/items/${share}`, { quantity: 1 }))
  const checkout = await asked(shopper.visit('/checkout'))
  const token = checkout.headers.get('location')?.split('/').at(-1) ?? ''
  if (token.length < 20) throw new Refused('below the minimum')
  shoppers += 1
  const email = `shopper-${shoppers}@example.com`
  await asked(shopper.call('POST', '/v1/stripe_update_email', { order_token: token, email }))
  await asked(shopper.call('POST', '/v1/stripe_update_address', { order_token: token, ...SEATTLE }))
  const box = { shopper, token }
  if (draw.chance(0.7)) await chooseDay(box, draw.pick((await openDays(box)).slice(0, 4)))
  return box
}

type OfferedDay = { date: string; ok: boolean; expedited: boolean }

const openDays = async ({ shopper, token }: Box) =>
  (await jsonOf<{ dates: OfferedDay[] }>(shopper.call('GET', `/checkout/${token}/dates`))).dates.filter(
    ({ ok }) => ok,
  )

const chooseDay = ({ shopper, token }: Box, day: OfferedDay) =>
  asked(
    shopper.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, {
      arrival_date: assertDay(day.date),
    }),
  )

type Prepared = { clientSecret: string; paymentIntentId: string }

async function prepare({ shopper, token }: Box): Promise<Prepared> {
  await asked(shopper.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  return jsonOf(shopper.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
}

export async function pay(box: Box, card = 'pm_card_visa') {
  const prepared = await prepare(box)
  if (isNothingDue(prepared)) await payNothing(box)
  else await box.shopper.confirm(prepared.clientSecret, card)
  return prepared
}

/** A gift card may cover everything. */
const isNothingDue = ({ clientSecret }: { clientSecret: string | null }) => clientSecret === null

const payNothing = ({ shopper, token }: Box) =>
  asked(shopper.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token }))

export const poll = ({ shopper, token }: Box) =>
  asked(shopper.call('GET', `/v1/order/${token}/payment_status`))

export const applyCode = ({ shopper, token }: Box, text_entered: string) =>
  asked(shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered }))

const buysWith =
  (card?: string): Visit =>
  async (season) => {
    const box = await fillBox(season)
    await pay(box, card)
    await poll(box)
  }

const VISITS: [weight: number, visit: Visit][] = [
  [6, buysWith()],
  [2, buysWith('pm_card_processing')],
  [1, buysWith('pm_card_refundFail')],
  [1, buysWith('pm_card_pendingRefund')],
  [1, buysWith('pm_card_createDispute')],
  [2, isDeclinedOnce],
  [2, isAskedByTheBank],
  [2, leavesTheBox],
  [2, paysLate],
  [1, paysInTwoTabs],
  [1, usesCode],
  [2, paysByGiftCard],
  [3, buysGiftCards],
  [2, redeemsGiftCard],
  [1, returnsGiftCard],
  [1, sendsCorporateGift],
  [1, givesRestBack],
  [1, buysBundle],
  [1, beginsMembership],
  [2, movesDay],
  [1, isRefundedInTheDashboard],
  [2, isCanceledByStaff],
  [2, answersWeather],
  [3, editsBox],
  [3, movesBox],
  [1, cancelsBox],
  [2, claimsBox],
  [3, turnsOnTexts],
  [2, textsBack],
]

async function isDeclinedOnce(season: Season) {
  const box = await fillBox(season)
  await pay(box, 'pm_card_visa_chargeDeclined')
  await poll(box)
  await season.live(MINUTE)
  await pay(box)
}

async function isAskedByTheBank(season: Season) {
  const { draw } = season
  const box = await fillBox(season)
  const { clientSecret, paymentIntentId } = await pay(box, 'pm_card_threeDSecure2Required')
  if (draw.chance(0.3)) return
  await season.live(draw.below(12) * MINUTE)
  await box.shopper.authenticate(clientSecret, paymentIntentId, draw.chance(0.8) ? 'complete' : 'fail')
  await poll(box)
}

async function leavesTheBox(season: Season) {
  const box = await fillBox(season)
  if (season.draw.chance(0.5)) await prepare(box)
}

/** Pays after the hold ended: the order is completed if everything is still in stock, and refunded otherwise. */
async function paysLate(season: Season) {
  const box = await fillBox(season)
  const { clientSecret } = await prepare(box)
  await season.live((8 + season.draw.below(40)) * MINUTE)
  await box.shopper.confirm(clientSecret)
}

async function paysInTwoTabs(season: Season) {
  const box = await fillBox(season)
  const { clientSecret } = await prepare(box)
  await Promise.all([box.shopper.confirm(clientSecret), box.shopper.confirm(clientSecret), poll(box)])
}

async function usesCode(season: Season) {
  const box = await fillBox(season)
  await applyCode(box, season.draw.pick(['WELCOME20', 'SHIPFREE', 'ONCE']))
  await pay(box)
}

/** A gift card that covers part of the box, or all of it. */
async function paysByGiftCard(season: Season) {
  const { draw, shop } = season
  const box = await fillBox(season)
  const balanceCents = draw.chance(0.5) ? 50_000 : 2_500
  await durably(shop().db, (tx) => {
    const entry = { cents: balanceCents, reference: `of ${box.token}`, now: shop().clock.now() }
    const giftCardId = openGiftCard(tx, entry.reference, 'issued', entry)
    addGiftCard(tx, orderOf(tx, box.token).id, giftCardId)
  })
  if (balanceCents === 2_500) return void (await pay(box))
  await asked(box.shopper.call('POST', '/v1/stripe_validate_payment', { order_token: box.token }))
  await payNothing(box)
}

/** Receives the bundle's packs first, since the season restocks only what it sells. */
async function buysBundle(season: Season) {
  const { draw, shop } = season
  const { db, clock } = shop()
  const choices = choicesFor(db, 'family', draw.below(3))
  const ids = db.select({ id: offers.id }).from(offers).where(inArray(offers.token, choices)).all()
  const coming = ids.map(({ id: offerId }) => ({ offerId, quantity: 4 }))
  await durably(db, (tx) => receiveUnits(tx, 1, coming, clock.now(), 'a farm’s delivery'))
  const shopper = await season.shopper()
  await asked(addBundleTo(shopper, 'family', choices))
  const checkout = await asked(shopper.visit('/checkout'))
  const box = { shopper, token: checkout.headers.get('location')?.split('/').at(-1) ?? '' }
  shoppers += 1
  const email = `shopper-${shoppers}@example.com`
  await asked(shopper.call('POST', '/v1/stripe_update_email', { order_token: box.token, email }))
  await asked(shopper.call('POST', '/v1/stripe_update_address', { order_token: box.token, ...SEATTLE }))
  await pay(box)
  await poll(box)
}

async function beginsMembership(season: Season) {
  const box = await fillBox(season)
  signIn(season.shop().db, box.token)
  await box.shopper.visit('/cart')
  const wish = { order_token: box.token, recurring: true, renew_period_type: 'four_weeks' }
  await asked(box.shopper.call('POST', '/v1/set_recurring_order', wish))
  await pay(box)
}

/** Pays for expedited delivery, then switches to a standard day: the difference is refunded. */
async function movesDay(season: Season) {
  const box = await fillBox(season)
  const days = await openDays(box)
  const faster = days.find(({ expedited }) => expedited)
  const usual = days.find(({ expedited }) => !expedited)
  if (!faster || !usual) return
  await chooseDay(box, faster)
  await pay(box)
  await season.live(MINUTE)
  const step = { ...SEATTLE_STEP, arrival_date: usual.date }
  await asked(box.shopper.call('POST', `/v1/update_shipping_address/${box.token}`, step))
}

/** The owner refunds a part in the provider's dashboard. */
async function isRefundedInTheDashboard(season: Season) {
  const { db, services } = season.shop()
  const paid = db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(and(eq(payments.status, 'succeeded'), notLike(payments.intentId, 'pi_demo%')))
    .all()
  if (paid.length === 0) return
  const { intentId } = season.draw.pick(paid)
  const refund = { payment_intent: intentId ?? '', amount: 100 + season.draw.below(900) }
  await services.stripe.refunds.create(refund).catch((error: Error) => {
    throw new Refused(error.message)
  })
}

/** The card network suspects fraud, and staff refund the box. */
async function isCanceledByStaff(season: Season) {
  await pay(await fillBox(season), 'pm_card_createIssuerFraudRecord')
  await season.live(MINUTE)
  const shop = season.shop()
  const [flag] = openFlags(shop, 'fraud_warning')
  if (!flag) return
  const ruth = await signedIn(shop, RUTH)
  const resolution = 'Her bank says the card was stolen.'
  await asked(ruth.call('POST', `/staff/flags/${flag.id}/resolve`, { action: 'refund_order', resolution }))
}

const BY_WEIGHT = VISITS.flatMap(([weight, visit]) => Array.from({ length: weight }, () => visit))

/** A day with `visits` visits, and the center's work between them. By evening all failures are over. */
export async function playDay(season: Season, visits: number) {
  const { draw, survive } = season
  const work = dayAtCenter(season)
  season.startTrouble()
  for (let visit = 0; visit < visits || work.length > 0; visit += 1) {
    const task = work.shift()
    if (task) await survive(() => task(season).catch(passRefusal))
    await survive(() => season.live((5 + draw.below(90)) * MINUTE))
    if (visit < visits) await survive(() => draw.pick(BY_WEIGHT)(season).catch(passRefusal))
    await survive(() => season.live(MINUTE))
  }
  season.endTrouble()
  await season.sleepUntil(14)
  await keepFarmBooks(season)
}

/** The owner closes and pays the farms' months as they end. */
async function keepFarmBooks({ shop }: Season) {
  const open = await closeMonths(shop())
  if (open.length > 0) throw new Error(open.join(', '))
  await payAll(shop())
}
