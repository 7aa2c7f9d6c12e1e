import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { type Ctx, ownAccount } from '../accounts/guards.ts'
import { formatPhone, PHONE_SENTENCE, parsePhone } from '../delivery/rules.ts'
import { isGuestKey } from '../orders/guest-key.ts'
import { isOpenedByReceiptLink, orderByToken } from '../orders/orders.ts'
import { viewableOrder } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { subscriptionsOfVisitor } from '../texts/card-facts.ts'
import { type Confirmed, confirmCode } from '../texts/confirm-code.ts'
import {
  keepNumber,
  subscriptionOf,
  type TextSubject,
  turnOffAllTexts,
  turnOffTexts,
  turnOnTexts,
} from '../texts/subscriptions.ts'
import type { AppEnv } from '../web/env.ts'
import { checkbox, digits } from '../web/fields.ts'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'

export const textRoutes = new Hono<AppEnv>()

const PART = 'account_texts'
const HOUR_SECONDS = 3600

/** Against texting strangers; a number has its own limit (texts/subscriptions.ts). */
const codesSent = rateLimit(
  { points: 6, seconds: HOUR_SECONDS, by: bySession },
  { points: 30, seconds: HOUR_SECONDS, by: byNetwork },
)
const codesTyped = rateLimit(
  { points: 12, seconds: HOUR_SECONDS, by: bySession },
  { points: 60, seconds: HOUR_SECONDS, by: byNetwork },
)

textRoutes.post(
  paths.turnOnTexts.pattern,
  codesSent,
  ownAccount((c, user) => turnOn(c, { userId: user.id }, user.phone)),
)

textRoutes.post(
  paths.turnOnOrderTexts.pattern,
  codesSent,
  viewableOrder((c, { order }) =>
    order.state === 'delivered'
      ? answer(c, 422, ARRIVED)
      : turnOn(c, { orderId: order.id }, order.deliveryPhone),
  ),
)

const ARRIVED = 'This box has arrived, so there are no more texts about it.'
const CONSENT_NEEDED = 'Please check the box to agree to get texts.'
const FLOODED = 'We sent several codes to that number already. Please use the latest one, or try again later.'

/** Scripts may leave the number out: then it's the one we know. */
async function turnOn(c: Ctx, subject: TextSubject, known: string | null) {
  const { body, services } = c.var
  const { db, random, clock } = services
  const typed = digits(30).safeParse(body.mobile_phone_number).data ?? ''
  const phone = typed === '' ? known : parsePhone(typed)
  if (phone === null) return answer(c, 422, PHONE_SENTENCE)
  const isAsked = checkbox.parse(body.shows_sms_consent)
  if (isAsked && !checkbox.parse(body.sms_consent)) return answer(c, 422, CONSENT_NEEDED)
  const turned = await durably(db, (tx) => turnOnTexts(tx, random, subject, phone, clock.now()))
  if (!turned.ok) return answer(c, 429, FLOODED)
  const number = formatPhone(phone)
  const message =
    turned.state === 'on'
      ? `Texts are already on for ${number}.`
      : `We texted a code to ${number}. Enter it, or reply YES.`
  return answer(c, 200, message, { phone_number: number })
}

textRoutes.post(
  paths.turnOffTexts.pattern,
  ownAccount(async (c, user) => {
    const { db, clock } = c.var.services
    const kept = await keptNumber(c, { userId: user.id })
    if (kept !== null) return stillOn(c, kept)
    const phone = subscriptionOf(db, { userId: user.id })?.phone ?? user.phone
    await durably(db, (tx) => turnOffAllTexts(tx, user.id, clock.now()))
    return turnedOff(c, phone)
  }),
)

textRoutes.post(
  paths.turnOffOrderTexts.pattern,
  viewableOrder(async (c, { order }) => {
    const { db, clock } = c.var.services
    const kept = await keptNumber(c, { orderId: order.id })
    if (kept !== null) return stillOn(c, kept)
    const phone = subscriptionOf(db, { orderId: order.id })?.phone ?? null
    await durably(db, (tx) => turnOffTexts(tx, { orderId: order.id }, clock.now()))
    return turnedOff(c, phone)
  }),
)

/** "Never mind" gives up a change to another number. @returns the number that stays, or null if none is on */
async function keptNumber(c: Ctx, subject: TextSubject): Promise<string | null> {
  const { body, services } = c.var
  if (!checkbox.parse(body.keep_number)) return null
  return durably(services.db, (tx) => {
    keepNumber(tx, subject)
    const subscription = subscriptionOf(tx, subject)
    return subscription?.state === 'on' ? subscription.phone : null
  })
}

const stillOn = (c: Ctx, phone: string) =>
  answer(c, 200, `Texts are still on for ${formatPhone(phone)}.`, { phone_number: formatPhone(phone) })

const turnedOff = (c: Ctx, phone: string | null) =>
  answer(c, 200, "Delivery texts are off. We'll still email you.", {
    phone_number: phone === null ? null : formatPhone(phone),
  })

textRoutes.post(paths.confirmTextCode.pattern, codesTyped, async (c) => {
  const { services, visitor, body } = c.var
  const { db, config, clock } = services
  const code = (digits(20).safeParse(body.code).data ?? '').replace(/\D/g, '')
  const confirmed = await durably(db, (tx) => {
    const own = subscriptionsOfVisitor(tx, visitor, keyedOrder(c))
    return confirmCode(tx, config, own, code, clock.now())
  })
  if (!confirmed.ok) return answer(c, 422, REFUSALS[confirmed.reason])
  const number = formatPhone(confirmed.phone)
  return answer(c, 200, `Texts are on for ${number}.`, { phone_number: number })
})

/** A guest may have come by the link in the receipt. */
function keyedOrder({ var: { services, body } }: Ctx): Order | null {
  const { order_token: token, key } = body
  if (typeof token !== 'string' || !isGuestKey(services.config, token, typeof key === 'string' ? key : null))
    return null
  const order = orderByToken(services.db, token)
  return order && isOpenedByReceiptLink(order) ? order : null
}

const REFUSALS: Record<Extract<Confirmed, { ok: false }>['reason'], string> = {
  none: "There's no code to confirm. Please turn on texts first.",
  expired: 'That code is too old. Please ask for a new one.',
  used_up: "That wasn't the code, three times. Please ask for a new one.",
  wrong: "That's not the code we texted. Please check it and try again.",
}

/** Scripts get JSON; a form goes back to its page, which shows the message. */
function answer(c: Ctx, status: ContentfulStatusCode, message: string, json: Record<string, unknown> = {}) {
  const isRefused = status !== 200
  const page = previousPage(c, paths.account())
  const part = page.startsWith(paths.account()) && !page.startsWith(`${paths.account()}/`) ? PART : undefined
  const path = part ? paths.accountPart(part) : page
  const flash = {
    kind: isRefused ? ('danger' as const) : ('notice' as const),
    message,
    ...(part && { part }),
  }
  return reply(
    c,
    status,
    { message, ...(isRefused && { error: message, errors: [message] }), ...json },
    { path, flash },
  )
}
