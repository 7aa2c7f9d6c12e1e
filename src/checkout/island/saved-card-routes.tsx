import { type Context, Hono } from 'hono'
import type { Order, StoredCard } from '#db/schema/index.ts'
import { refuseClosedOrder } from '../../orders/closed-order.ts'
import { orderById } from '../../orders/orders.ts'
import { ownOrder } from '../../orders/own-order.ts'
import { isOpen } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import { chargeableCard } from '../../payments/account-cards.ts'
import type { Confirmation } from '../../payments/confirm.ts'
import { declinesLimit, networkMark } from '../../payments/declines-limit.ts'
import { CARD_UNUSABLE } from '../../payments/intents.ts'
import { declinedSentence, PAYMENT_FAILED_SENTENCE } from '../../payments/rules.ts'
import { paymentFailure } from '../../payments/status.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { rateLimit } from '../../web/rate-limit.ts'
import { reply } from '../../web/respond.ts'
import { refusePayment, withProvider } from '../refuse-payment.tsx'
import { SavedCardFields } from '../schemas.ts'
import { payWithCard } from '../steps/card-payment.ts'
import { TRIES } from '../tries.ts'

/** Pays with a card that the shopper's account keeps. The server confirms it; the page only shows the bank's question. */
export const savedCardRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

savedCardRoutes.post(
  paths.paySavedCard.pattern,
  rateLimit(...TRIES),
  declinesLimit,
  ownOrder((c, order) => {
    const { services, visitor, body } = c.var
    if (!isOpen(order.state)) return refuseClosedOrder(c, order)
    const read = readFields(SavedCardFields, body, { card_id: 'your card' })
    if (!read.ok) return refuse(c, 422, read.message)

    const { cardId, ...shown } = read.value
    if (cardId === '') return refusePayment(c, order, NEW_CARD_WITHOUT_SCRIPTS)
    const card = chargeableCard(services.db, visitor.user, cardId, services.clock.now())
    if (!card) return refusePayment(c, order, CARD_UNUSABLE)
    const payment = { card: toCharge(card), ...shown, network: networkMark(c) }
    return withProvider(c, async () => respond(c, order, await payWithCard(services, order, payment)))
  }),
)

/** Chosen without scripts: with them, a new card never comes here. */
const NEW_CARD_WITHOUT_SCRIPTS = {
  code: 'card_unusable',
  message:
    'Paying with a new card needs JavaScript. Please turn it on, or choose a saved card, which works without it.',
} as const

const toCharge = ({ paymentMethodId, providerCustomerId }: StoredCard) => ({
  token: paymentMethodId,
  billing: {}, // the card has its own
  customer: providerCustomerId,
})

function respond(c: Ctx, { id }: Order, result: Confirmation) {
  const order = orderById(c.var.services.db, id) // reload: paying may have changed it
  switch (result.outcome) {
    case 'paid':
      return goTo(c, paths.confirmation(order.token))
    case 'pending':
      return goTo(c, statusPage(order, result.intentId))
    case 'challenge': {
      const json = { client_secret: result.clientSecret, url: statusPage(order, result.intentId) }
      return reply(c, 200, json, { path: paths.paymentStep(order.token, { authenticate: 'true' }) })
    }
    case 'refunding':
      return moneyReturned(c, order)
    case 'declined':
      return refusePayment(c, order, { code: 'declined', message: declinedSentence(result.message) })
    case 'refused':
      return refusePayment(c, order, result.refusal)
  }
}

const goTo = (c: Ctx, url: string) => reply(c, 200, { url }, { path: url })

const statusPage = ({ token }: Order, intentId: string) =>
  `${paths.paymentStatusPage(token)}?payment_intent_id=${intentId}`

function moneyReturned(c: Ctx, order: Order) {
  const url = paths.checkout(order.token, { payment: 'failed' })
  const message = paymentFailure(c.var.services.db, order) ?? PAYMENT_FAILED_SENTENCE
  return reply(c, 409, { error: message, message, url }, { path: url })
}
