import { addDays, assertDay, DAY_MS } from '#src/day.ts'
import { RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import type { Subscription } from '../membership.ts'
import type { Shopper } from '../shopper.ts'
import { asked, jsonOf } from './asked.ts'
import { addCard, isQuiet, type MemberShop, memberEmails } from './members.ts'

type Member = { email: string; browser: Shopper; subscription: Subscription }
type Act = (shop: MemberShop, member: Member) => Promise<unknown>

const box =
  (verb: string): Act =>
  async (_, { browser, subscription }) =>
    subscription.next &&
    asked(browser.call('POST', `/v1/subscriptions/${verb}/${subscription.next.order_token}`))

const change = ({ browser, subscription }: Member, verb: string, fields: Record<string, unknown> = {}) =>
  asked(browser.call('POST', `/v1/subscriptions/${subscription.token}/${verb}`, fields))

/** Presses it twice, and sometimes takes it back. */
const skips: Act = async (shop, member) => {
  const { next } = member.subscription
  if (!next) return
  await Promise.all([box('skip_box')(shop, member), box('skip_box')(shop, member)])
  if (shop.draw.chance(0.4)) await box('unskip_box')(shop, member)
}

const pauses: Act = ({ draw, now }, member) => {
  const until = addDays(assertDay(new Date(now()).toISOString().slice(0, 10)), 2 + draw.below(40))
  return change(member, 'pause', draw.chance(0.7) ? { until } : {})
}

const cancels: Act = async ({ draw }, member) => {
  await change(member, 'cancel', { reason: 'Too much meat' })
  if (draw.chance(0.7)) await change(member, 'undo_cancel')
}

const changesFrequency: Act = ({ draw }, member) =>
  change(member, 'frequency', { renew_period_type: draw.pick(RENEW_PERIODS), move_next: draw.chance(0.4) })

const NEAR_DAYS = 6

/** By a few days, so that boxes stay in order. */
const movesDay: Act = async ({ draw }, { browser, subscription: { next } }) => {
  if (!next) return
  const { dates } = await jsonOf<{ dates: { date: string; ok: boolean }[] }>(
    browser.call('GET', `/checkout/${next.order_token}/dates`),
  )
  const from = Date.parse(next.arrival_date)
  const near = dates.filter(({ date, ok }) => ok && Math.abs(Date.parse(date) - from) <= NEAR_DAYS * DAY_MS)
  if (near.length === 0) return
  const wish = { arrival_date: draw.pick(near).date }
  await asked(browser.call('POST', `/v1/subscriptions/update_arrival_date/${next.order_token}`, wish))
}

const changesItems: Act = async ({ draw }, { browser, subscription: { next } }) => {
  const item = next?.items[0]
  if (!next || !item) return
  const wish = { bid_item_token: item.bid_item_token, quantity: 2 + draw.below(3) }
  await asked(browser.call('POST', `/v1/subscriptions/box_item/${next.order_token}`, wish))
}

const choosesWhenGone: Act = ({ draw }, member) =>
  change(member, 'preferences', { when_gone: draw.pick(['swap', 'drop', 'skip']) })

const takesAnotherCard: Act = async (shop, member) => {
  const card_id = await addCard(shop, member.email)
  if (card_id !== null) await change(member, 'card', { card_id })
}

/** Follows the link in an email that says the bank needs the member to confirm. */
const paysInPerson: Act = async ({ draw }, { browser, subscription: { next } }) => {
  if (!next) return
  const order_token = next.order_token
  await asked(browser.call('POST', '/v1/stripe_validate_payment', { order_token }))
  const { clientSecret } = await jsonOf<{ clientSecret: string }>(
    browser.call('POST', '/v1/stripe_create_payment_intent', { order_token }),
  )
  if (draw.chance(0.8)) await browser.confirm(clientSecret)
}

const closesAccount: Act = (_, { browser }) => asked(browser.call('POST', '/account/close', { sure: true }))

const ACTS: [weight: number, act: Act][] = [
  [8, skips],
  [4, pauses],
  [6, (_, member) => change(member, 'resume')],
  [2, cancels],
  [4, changesFrequency],
  [8, movesDay],
  [6, changesItems],
  [4, choosesWhenGone],
  [6, takesAnotherCard],
  [2, paysInPerson],
  [1, closesAccount],
]
const BY_WEIGHT = ACTS.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** A member opens the membership page and changes something. */
export async function actAsMember(shop: MemberShop): Promise<void> {
  const email = shop.draw.pick(memberEmails(shop.db()).filter((one) => !isQuiet(one)))
  const browser = await shop.enter(email)
  const { subscriptions } = await jsonOf<{ subscriptions: Subscription[] }>(
    browser.call('GET', '/account/subscriptions'),
  )
  const [subscription] = subscriptions
  if (subscription) await shop.draw.pick(BY_WEIGHT)(shop, { email, browser, subscription })
}
