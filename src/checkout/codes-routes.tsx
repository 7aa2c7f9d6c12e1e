import { type Context, Hono } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { CartChanged } from '#views/cart/streams.tsx'
import type { CodesShown } from '#views/checkout/code-entry.tsx'
import { CodesChanged } from '#views/checkout/code-streams.tsx'
import { cartView } from '../cart/cart-view.ts'
import { refuseClosedOrder } from '../orders/closed-order.ts'
import { orderById } from '../orders/orders.ts'
import { ownOrder } from '../orders/own-order.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { renderStream } from '../web/page.tsx'
import { rateLimit, tooManyRequests } from '../web/rate-limit.ts'
import { reply, wantsStream } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { codeGuesses, isGuess } from './code-guesses.ts'
import { CODE_SENTENCES } from './code-sentences.ts'
import { type CodeChange, enterCode, removeCode } from './codes.ts'
import { CodeFields, CodeMark } from './schemas.ts'
import { summaryProps } from './summary.ts'
import { TRIES } from './tries.ts'

export const codesRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const CODES = '/v1/apply_gift_and_promo_codes/:orderToken'

codesRoutes.post(
  CODES,
  rateLimit(...TRIES),
  ownOrder(async (c, order) => {
    const { services, body } = c.var
    const wait = await codeGuesses.consume(c)
    if (wait > 0) return tooManyRequests(c, wait)

    const read = readFields(CodeFields, body)
    const typed = read.ok ? read.value.text_entered : ''
    const change: CodeChange = read.ok
      ? await enterCode(services.db, order.id, typed, services.clock.now())
      : { ok: false, reason: 'unknown', message: CODE_SENTENCES.unknown }
    if (!isGuess(change)) await codeGuesses.refund(c)
    if (!change.ok && change.reason === 'order_placed') return refuseClosedOrder(c, order)
    return respond(c, order, change, typed)
  }),
)

codesRoutes.delete(
  CODES,
  ownOrder(async (c, order) => {
    const { services, body } = c.var
    const read = readFields(CodeMark, body)
    const change = await removeCode(
      services.db,
      order.id,
      read.ok ? read.value.mark : '',
      services.clock.now(),
    )
    if (!change.ok && change.reason === 'order_placed') return refuseClosedOrder(c, order)
    return respond(c, order, change, '')
  }),
)

type CodeResult = Pick<Exclude<CodeChange, { reason: 'order_placed' }>, 'ok' | 'message'>

/** Beside the checkout steps only the codes are replaced; `update` makes the rest of the page reload its data. */
function respondBesideSteps(
  c: Ctx,
  { id }: Order,
  { ok, message }: CodeResult,
  refused: Partial<CodesShown>,
) {
  const { services, visitor } = c.var
  const order = orderById(services.db, id)
  const { codes } = summaryProps(services, visitor, order)
  const shown = { entered: [], offeredCode: null, ...codes, ...refused }
  const returnTo = previousPage(c, paths.checkout(order.token))
  const update = ok ? { version: order.version } : undefined
  const stream = <CodesChanged {...{ orderToken: order.token, codes: shown, returnTo, update, message }} />
  return renderStream(c, stream, ok ? 200 : 422)
}

function respond(c: Ctx, order: Order, { ok, message }: CodeResult, typed: string) {
  const status = ok ? 200 : 422
  if (!wantsStream(c)) {
    const flash = { kind: ok ? 'notice' : 'danger', message } as const
    return reply(c, status, { message }, { path: previousPage(c, paths.cart()), flash })
  }
  const refused = ok || typed === '' ? {} : { refused: { typed, error: message } }
  if (c.var.body.return_to !== undefined) return respondBesideSteps(c, order, { ok, message }, refused)
  const { codes, ...shown } = cartView(c.var.services, c.var.visitor)
  const stream = <CartChanged {...shown} codes={{ ...codes, ...refused }} message={message} isQuiet />
  return renderStream(c, stream, status)
}
