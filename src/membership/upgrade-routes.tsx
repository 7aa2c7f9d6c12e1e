import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Order, User } from '#db/schema/index.ts'
import { UpgradePage } from '#views/membership/upgrade-page.tsx'
import { OrderRefused } from '#views/orders/order-refused.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { linkKey } from '../orders/guest-key.ts'
import { readerOf } from '../orders/order-reader.ts'
import { orderById, visitorOrder } from '../orders/orders.ts'
import { upgradeConsentText } from '../orders/recurring-consent.ts'
import { FREQUENCIES, isRenewPeriod } from '../orders/recurring-rules.ts'
import { orderPathOf, viewableBox } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { orderTerms } from '../shop-settings/order-terms.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { reply, wantsHtml } from '../web/respond.ts'
import { plannedBox } from './boxes.ts'
import { UNKNOWN_FREE_ITEM } from './choose-free-item.ts'
import { CHOOSE_FREQUENCY, planningOf } from './respond.ts'
import { type Upgrade, upgradeOrder } from './upgrade.ts'
import { upgradeFacts } from './upgrade-facts.ts'
import { type UpgradeProblem, upgradeProblem } from './upgrade-quote.ts'

export const upgradeRoutes = new Hono<AppEnv>()

/** The customer's sentence. */
const FAILURE = 'There was a problem creating your membership. Please contact support.'

const REASONS: Record<UpgradeProblem, string> = {
  not_placed: "This order isn't placed yet. You can make it recurring when you check out.",
  canceled: 'This order was canceled.',
  reviewed: "We're reviewing this order. Please try again when that's done.",
  member: 'This order is part of a membership already.',
  ended:
    'The membership that began with this order has ended. To start again, make your next box recurring when you check out.',
  gift: "Gifts can't be recurring.",
  not_served: "We can't deliver to this order's address anymore.",
}

const AGREE = 'Please check the box to agree before you start.'
const CARD_MISSING = 'Please add a card for your later boxes first. Nothing is charged today.'
const PRICE_CHANGED = 'The price of this box has just changed. Please look at it again.'

upgradeRoutes.get(
  paths.upgradePage.pattern,
  viewableBox((c, viewable) => {
    const { visitor, services } = c.var
    const { order, isOwn } = viewable
    const { db, clock, config } = services
    const problem = upgradeProblem(db, order, clock.now())
    if (problem) return refused(c, order, REASONS[problem], { status: 200, orderPath: orderPathOf(viewable) })
    if (visitor.user && isOwn && order.userId === visitor.user.id) return upgradePage(c, order, visitor.user)
    const reader = readerOf(order, visitor.user)
    const facts = upgradeFacts(services, order, null)
    return renderUpgrade(c, <UpgradePage {...facts} reader={reader} receiptKey={linkKey(config, order)} />)
  }),
)

const UpgradeFields = z.object({
  renew_period_type: line(20),
  card_id: digits(15),
  price_cents: digits(8),
  agreed: checkbox,
  promotion_id: line(64),
})

upgradeRoutes.post(
  paths.upgradeOrder.pattern,
  signedIn(async (c, user) => {
    const { services, body, visitor } = c.var
    const order = visitorOrder(services.db, visitor, c.req.param('orderToken'))
    if (!order) return notFound(c)
    const read = readFields(UpgradeFields, body)
    const period = read.ok ? read.value.renew_period_type : ''
    if (!read.ok || !isRenewPeriod(period)) return refused(c, order, CHOOSE_FREQUENCY, { status: 422 })
    const { card_id: cardId, price_cents, agreed, promotion_id: promotionId } = read.value
    // A script's call is the consent, as it is at the checkout; the page's form has a box to check.
    if (!agreed && (wantsHtml(c) || body.agreed !== undefined))
      return askAgain(c, order, user, { status: 422, code: 'not_agreed', message: AGREE })
    const words = upgradeConsentText(services.config.store.name, order.identifier, orderTerms(services.db))
    const shownCents = price_cents === '' ? null : Number(price_cents)
    const request = { period, cardId, shownCents, words, promotionId }
    return respond(c, order, user, await upgradeOrder(services.db, order.id, user, request, planningOf(c)))
  }),
)

function respond(c: Ctx, order: Order, user: User, upgrade: Upgrade) {
  if (upgrade.ok) return welcome(c, order, upgrade)
  switch (upgrade.reason) {
    case 'no_card':
      return askAgain(c, order, user, { status: 422, code: 'card_missing', message: CARD_MISSING })
    case 'price_changed':
      return askAgain(c, order, user, { status: 409, code: 'price_changed', message: PRICE_CHANGED })
    case 'unknown_free_item':
      return refused(c, order, UNKNOWN_FREE_ITEM, { status: 422 })
    default:
      return refused(c, order, REASONS[upgrade.reason], { status: 409 })
  }
}

function welcome(c: Ctx, order: Order, { membership }: Upgrade & { ok: true }) {
  const { db } = c.var.services
  const box = plannedBox(db, membership.id)
  const message = `You'll get a box ${FREQUENCIES[membership.renewPeriodType]}. Nothing was charged today.`
  const url = paths.steakholder(order.token)
  const json = {
    message,
    url,
    renew_period_type: membership.renewPeriodType,
    arrival_date: box?.orderId ? orderById(db, box.orderId).arrivalOn : null,
  }
  return reply(c, 200, json, { path: url, flash: { kind: 'notice', message } })
}

type Question = { status: ContentfulStatusCode; code: string; message: string }

/** Nothing happened yet: the page says what is missing. */
function askAgain(c: Ctx, order: Order, user: User, { status, code, message }: Question) {
  const url = code === 'card_missing' ? newCardPath(order) : paths.upgradePage(order.token)
  if (!wantsHtml(c)) return c.json({ error: message, message, code, url }, status)
  return upgradePage(c, order, user, { status, problem: message })
}

const newCardPath = ({ token }: Order) => paths.newCard({ return_to: paths.upgradePage(token) })

function upgradePage(
  c: Ctx,
  order: Order,
  user: User,
  { status = 200, problem }: { status?: ContentfulStatusCode; problem?: string } = {},
) {
  const facts = upgradeFacts(c.var.services, order, user)
  const period = String(c.var.body?.renew_period_type ?? '')
  return renderUpgrade(
    c,
    <UpgradePage
      {...facts}
      reader="owner"
      receiptKey={null}
      problem={problem}
      period={isRenewPeriod(period) ? period : undefined}
      newCardPath={newCardPath(order)}
    />,
    status,
  )
}

const renderUpgrade = (c: Ctx, page: Parameters<typeof renderPage>[1], status: ContentfulStatusCode = 200) =>
  renderPage(c, page, { title: 'Make it recurring', indexed: false, styles: 'orders', status })

type Refusal = { status: ContentfulStatusCode; orderPath?: string }

/** The reason goes with the customer's sentence, which has none. */
function refused(
  c: Ctx,
  order: Order,
  reason: string,
  { status, orderPath = paths.order(order.token) }: Refusal,
) {
  if (!wantsHtml(c))
    return c.json({ error: FAILURE, message: FAILURE, reason }, status === 200 ? 409 : status)
  const { store } = c.var.services.config
  const title = status === 200 ? "We can't make this order recurring" : FAILURE
  const page = <OrderRefused title={title} reason={reason} orderPath={orderPath} store={store} />
  return renderPage(c, page, { title, status, indexed: false, styles: 'orders' })
}
