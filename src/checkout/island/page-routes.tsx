import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Db, Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { CheckoutPage } from '#views/checkout/checkout-page.tsx'
import { EmailProblemNotice } from '#views/checkout/email-problem.tsx'
import { CheckoutSummary } from '#views/checkout/summary.tsx'
import { EMAIL_SENTENCE } from '../../accounts/rules.ts'
import { analyticsQueue } from '../../analytics/queue.ts'
import { type Day, formatDay, parseDay } from '../../day.ts'
import { centerFor } from '../../delivery/postal-zones.ts'
import { isLockedBox, lockedBoxSentence } from '../../orders/box-changed.ts'
import { refuseClosedOrder } from '../../orders/closed-order.ts'
import { makeGift } from '../../orders/gifting.ts'
import { itemsOf, type OrderItem } from '../../orders/items.ts'
import { findCart } from '../../orders/open-order.ts'
import { byOrder, ownOrder, ownOrderPage } from '../../orders/own-order.ts'
import { withPageJson } from '../../orders/page-json.tsx'
import { pricedOrder } from '../../orders/priced-order.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { boughtCardsOf } from '../../pricing/bought-cards.ts'
import { standardDelivery } from '../../pricing/facts.ts'
import { orderTermsFor } from '../../pricing/promised-terms.ts'
import { belowMinimumSentence } from '../../pricing/sentences.ts'
import { sumItems } from '../../pricing/total.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { isOwnVisit } from '../../web/own-visit.ts'
import { renderFragment, renderPage } from '../../web/page.tsx'
import { byNetwork, rateLimit } from '../../web/rate-limit.ts'
import { redirectTo } from '../../web/redirect.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { previousPage } from '../../web/return-path.ts'
import { fillFromAccount } from '../account-details.ts'
import { askVerifier, changeAddress } from '../address.ts'
import type { AddressRefusal } from '../address-question.ts'
import { chooseArrival, datesFor } from '../arrival-date.ts'
import { changeEmail } from '../email.ts'
import { giftProblem } from '../gift-problem.ts'
import { EMPTY_BOX, toEmptyCart, toJoinedBox } from '../redirects.ts'
import { resolveAddress, saveOrderAddress } from '../saved-address.ts'
import { ADDRESS_LABELS, AddressFields, ArrivalFields, EmailFields } from '../schemas.ts'
import { paymentStepPage } from '../steps/payment-step-routes.tsx'
import { summaryProps } from '../summary.ts'
import { toAnswers, toWireDates, toWireRefusal } from '../wire.ts'
import { type CheckoutPageState, checkoutFacts, failureSentence, requestedStep } from './page-props.ts'

export const pageRoutes = new Hono<AppEnv>()

pageRoutes.get(paths.startCheckout.pattern, async (c) => {
  const { db, clock } = c.var.services
  const cart = findCart(db, c.var.visitor)
  const items = cart ? itemsOf(db, cart.id) : []
  if (!cart || isEmptyCart(db, cart.id, items)) return backToCart(c, EMPTY_BOX)
  const itemsCents = sumItems(items)
  const { minimumCents } = orderTermsFor(db, cart, clock.now())
  if (items.length > 0 && itemsCents < minimumCents)
    return backToCart(c, belowMinimumSentence(itemsCents, minimumCents))
  return redirectTo(c, paths.checkout(cart.token))
})

pageRoutes.get(
  paths.checkout.pattern,
  ownOrderPage(async (c, order) => {
    const requested = c.req.query('step')
    const joined = toJoinedBox(c, order, (box) =>
      paths.checkout(box.token, { step: requestedStep(c.var.services.db, box, requested) }),
    )
    if (joined) return joined
    if (!isOpen(order.state)) return redirectTo(c, paths.confirmation(order.token), 302)
    const items = itemsOf(c.var.services.db, order.id)
    if (isEmptyCart(c.var.services.db, order.id, items)) return toEmptyCart(c)
    const row = { orderToken: order.token, at: c.var.services.clock.now() }
    analyticsQueue(c.var.services).add({ kind: 'checkout', row })
    const filled = isOwnVisit(c) ? await fillFromAccount(c.var.services, c.var.visitor, order) : order
    const failure = c.req.query('payment') === 'failed' ? failureSentence(c.var.services, filled) : null
    // What the account has just answered need not be asked: the first step that still needs something opens.
    const asked = filled.version === order.version ? requested : undefined
    const unchanged = filled.version === order.version ? items : undefined
    return checkoutPage(
      c,
      filled,
      { failure, step: requestedStep(c.var.services.db, filled, asked, unchanged) },
      200,
      unchanged,
    )
  }),
)

pageRoutes.get(
  paths.checkoutDates.pattern,
  ownOrder((c, order) => {
    const { db, clock } = c.var.services
    const now = clock.now()
    const shipsFree = standardDelivery(db, order, now) === 'free'
    return c.json({ dates: toWireDates(db, order, { days: datesFor(db, order, now), shipsFree, now }) })
  }),
)

pageRoutes.get(
  paths.checkoutSummary.pattern,
  ownOrder((c, order) => {
    const hides = {
      shipping: isTrue(c.req.query('hide_shipping')),
      reschedule: isTrue(c.req.query('hide_reschedule')),
    }
    const summary = <CheckoutSummary {...summaryProps(c.var.services, c.var.visitor, order)} hides={hides} />
    return c.json({ html: renderFragment(c, summary) })
  }),
)

pageRoutes.post(
  paths.updateEmail.pattern,
  ownOrder(async (c, order) => {
    const read = readFields(EmailFields, c.var.body)
    const typed = read.ok ? read.value.email : ''
    const change = await changeEmail(c.var.services.db, order, typed, c.var.services.clock.now())
    if (change.ok) {
      const { return_to } = c.var.body
      const path = return_to ? previousPage(c, paths.checkout(order.token)) : nextPage(order).path
      return reply(c, 200, { message: 'Your email address is saved.' }, { path })
    }
    if (change.reason === 'order_placed') return refuseClosedOrder(c, order)

    const isTypo = change.reason === 'not_an_email'
    const message = isTypo ? EMAIL_SENTENCE : change.message
    const html = renderFragment(c, <EmailProblemNotice message={message} hasExample={isTypo} />)
    if (!wantsHtml(c)) return c.json({ message, error_html: html }, 422)
    if (c.var.body.return_to === paths.paymentStep(order.token))
      return paymentStepPage(c, order, { problem: message }, 422)
    return checkoutPage(
      c,
      order,
      { step: 'email', email: typed, problems: { email: { message, html } } },
      422,
    )
  }),
)

/** Each save may call the hosted verifier. */
const addressLimit = rateLimit(
  { points: 30, seconds: 60, by: byOrder },
  { points: 300, seconds: 3600, by: byNetwork },
)

pageRoutes.post(
  paths.updateAddress.pattern,
  addressLimit,
  ownOrder(async (c, order) => {
    const { db, clock } = c.var.services
    const read = readFields(AddressFields, c.var.body, ADDRESS_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)
    const { accepted, gift } = read.value
    const resolved = resolveAddress(db, c.var.visitor.user, order, read.value)
    if (!resolved.ok) return c.notFound()
    const { typed } = resolved
    const pageState = { step: 'address', delivery: typed, gift, answers: toAnswers(accepted) } as const
    const mistake = giftProblem(gift)
    if (mistake) return refuseAddress(c, order, { type: null, message: mistake, fields: [] }, pageState)
    const shownFcId = order.fcId ?? centerFor(db, c.var.visitor.postalCode)
    const verification = await askVerifier(c.var.services, typed)
    const now = clock.now()
    const alsoSave = (tx: Tx, box: Order) => gift !== 'unchanged' && makeGift(tx, box, gift, now)
    const question = { order, typed, accepted, verification, shownFcId, alsoSave, now }
    const change = await changeAddress(db, question)
    if (change.ok) {
      await saveOrderAddress(c.var.services, order)
      // The new center may lack the whole box. Then the script reloads the page, which redirects to the cart.
      const isEmpty = isEmptyCart(db, order.id, itemsOf(db, order.id))
      // A gift takes the recurring option off the page.
      const turns = gift !== 'unchanged' && (gift !== null) !== order.giftOrder
      const json = {
        message: 'Your address is saved.',
        ...(isEmpty && { redirect_to: nextPage(order).path }),
        ...(!isEmpty && turns && { redirect_to: paths.checkout(order.token, { step: 'date' }) }),
      }
      return reply(c, 200, json, nextPage(order))
    }
    if ('reason' in change) return refuseClosedOrder(c, order)
    return refuseAddress(c, order, change.refusal, pageState)
  }),
)

pageRoutes.post(
  paths.updateArrivalDate.pattern,
  ownOrder(async (c, order) => {
    const { db, clock } = c.var.services
    const read = readFields(ArrivalFields, c.var.body)
    const date = read.ok ? parseDay(read.value.arrival_date) : null
    if (!date) return refuseDate(c, order, 'Please choose a delivery date.')

    if (isLockedBox(order, clock.now())) return refuse(c, 409, lockedBoxSentence(db, order))
    const change = await chooseArrival(db, order, date, clock.now())
    if (change.ok && order.membershipId !== null) return boxMoved(c, date)
    if (change.ok)
      return reply(c, 200, { message: 'Your delivery date is saved.', arrival_date: date }, nextPage(order))
    return change.reason === 'order_placed'
      ? refuseClosedOrder(c, order)
      : refuseDate(c, order, change.message)
  }),
)

type Ctx = Context<AppEnv>

function boxMoved(c: Ctx, day: Day) {
  const message = `Your next box now comes ${formatDay(day, 'long')}.`
  const next = { path: paths.memberships(), flash: { kind: 'notice' as const, message } }
  return reply(c, 200, { message, arrival_date: day }, next)
}

const isEmptyCart = (db: Db, orderId: number, items: OrderItem[]) =>
  items.length === 0 && boughtCardsOf(db, orderId).length === 0

const isTrue = (flag: string | undefined) => flag === 'true' || flag === '1'

export function checkoutPage(
  c: Ctx,
  order: Order,
  pageState: CheckoutPageState,
  status: ContentfulStatusCode = 200,
  items?: OrderItem[],
) {
  const { services, visitor } = c.var
  const priced = pricedOrder(services.db, order, services.clock.now(), items)
  const page = <CheckoutPage {...checkoutFacts(services, visitor, priced, pageState)} />
  return renderPage(c, withPageJson(c, order, page, priced), {
    title: 'Checkout',
    layout: 'checkout',
    indexed: false,
    status,
  })
}

const nextPage = (order: Order) => ({ path: paths.checkout(order.token) })

const backToCart = (c: Ctx, message: string) =>
  reply(c, 422, { message }, { path: paths.cart(), flash: { kind: 'info', message } })

function refuseAddress(c: Ctx, order: Order, refusal: AddressRefusal, pageState: CheckoutPageState) {
  if (!wantsHtml(c)) return c.json(toWireRefusal(refusal), 422)
  return checkoutPage(c, order, { ...pageState, problems: { address: refusal } }, 422)
}

function refuseDate(c: Ctx, order: Order, message: string) {
  if (!wantsHtml(c)) return c.json({ message, error: message }, 422)
  return checkoutPage(c, order, { step: 'date', problems: { date: message } }, 422)
}
