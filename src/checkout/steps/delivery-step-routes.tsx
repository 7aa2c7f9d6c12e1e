import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Order } from '#db/schema/index.ts'
import { DeliveryStepPage } from '#views/checkout/delivery-step-page.tsx'
import { DeliveryDaysShown, DeliveryRefused } from '#views/checkout/delivery-step-streams.tsx'
import { CheckoutSummary } from '#views/checkout/summary.tsx'
import { formatCents } from '../../money.ts'
import { alreadyClosed } from '../../orders/closed-order.ts'
import { itemsOf } from '../../orders/items.ts'
import { orderById } from '../../orders/orders.ts'
import { byOrder, ownOrder, ownOrderPage } from '../../orders/own-order.ts'
import { withPageJson } from '../../orders/page-json.tsx'
import { isOpen, isPlaced } from '../../orders/states.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { renderFragment, renderPage, renderStream } from '../../web/page.tsx'
import { byNetwork, rateLimit } from '../../web/rate-limit.ts'
import { answer, wantsHtml, wantsStream } from '../../web/respond.ts'
import { toEmptyCart, toJoinedBox } from '../redirects.ts'
import { addressGiven, keepOrderAddress } from '../saved-address.ts'
import { toWireRefusal } from '../wire.ts'
import { afterDelivery, backToPlaced, returnAddress } from './delivery-return.ts'
import { refused, type StepRefusal, saveDelivery, wrongBeside } from './delivery-step.ts'
import {
  DELIVERY_STEP_LABELS,
  type DeliveryStep,
  DeliveryStepFields,
  retold,
} from './delivery-step-fields.ts'
import { asksEmail, deliveryStepFacts, type StepShown } from './delivery-step-props.ts'
import { savePlacedDelivery } from './placed-delivery.ts'

type Ctx = Context<AppEnv>

/** Each save may ask the hosted verifier; looking at days asks nobody. */
const saves = rateLimit(
  { points: 30, seconds: 60, by: byOrder },
  { points: 300, seconds: 3600, by: byNetwork },
)
const savesLimit = createMiddleware<AppEnv>((c, next) => (isLook(c) ? next() : saves(c, next)))

export const deliveryStepRoutes = new Hono<AppEnv>()

deliveryStepRoutes.post(
  paths.updateShippingAddress.pattern,
  savesLimit,
  ownOrder(async (c, order) => {
    const { services, visitor, body } = c.var
    const read = readFields(DeliveryStepFields, body, DELIVERY_STEP_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)
    const given = addressGiven(services.db, visitor.user, read.value.addressId, read.value.typed)
    if (!given.ok) return notFound(c)
    const step = { ...read.value, typed: given.typed }

    if (isLook(c)) return look(c, order, step)
    if (isOpen(order.state)) return save(c, order, step)
    // A page that was opened before the order was placed goes on to nothing.
    if (body.purpose === 'continue' || !isPlaced(order.state)) return alreadyClosed(c, order)
    return savePlaced(c, order, step)
  }),
)

deliveryStepRoutes.get(
  paths.deliveryStep.pattern,
  ownOrderPage(async (c, order) => {
    const { services } = c.var
    const joined = toJoinedBox(c, order, ({ token }) => paths.deliveryStep(token))
    if (joined) return joined
    if (itemsOf(services.db, order.id).length === 0) return toEmptyCart(c)
    const returnTo = c.req.query('change') === 'true' ? returnAddress(c, order) : null
    return deliveryPage(c, order, { returnTo })
  }),
)

/** Somebody only wants to see the days of what is filled in so far: nothing is saved, nothing judged. */
const isLook = (c: Ctx) => c.var.body.show_days === '1' && wantsHtml(c)

function look(c: Ctx, order: Order, step: DeliveryStep) {
  const shown = { step, returnTo: keptReturn(c) }
  if (!wantsStream(c)) return deliveryPage(c, order, shown)
  const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, shown)
  return renderStream(c, <DeliveryDaysShown {...facts} />)
}

async function save(c: Ctx, order: Order, step: DeliveryStep) {
  const { services, visitor, body } = c.var
  const email = asksEmail(order) && body.email !== undefined
  const change = await saveDelivery(services, order, step, { email, postalCode: visitor.postalCode })
  if (change.ok) {
    await keepOrderAddress(services, order)
    return saved(c, order, 'Your delivery is saved.')
  }
  if ('reason' in change) return alreadyClosed(c, order)
  return told(c, order, step, change.wrong)
}

async function savePlaced(c: Ctx, order: Order, step: DeliveryStep) {
  const beside = wrongBeside(step, false)
  if (beside.length > 0) return told(c, order, step, beside)
  const change = await savePlacedDelivery(c.var.services, order, step)
  if (change.ok) return saved(c, order, savedSentence(change.returnedCents), true)
  if ('refusal' in change) return told(c, order, step, [refused(change.refusal)])
  const { message } = change
  const onward = { path: paths.deliveryStep(order.token), flash: { kind: 'danger', message } as const }
  return answer(c, 409, { ...NOTHING, message, error: message, code: 'order_placed' }, onward)
}

const savedSentence = (returnedCents: number) =>
  returnedCents > 0
    ? `Your delivery is saved. ${formatCents(returnedCents)} of what you paid is on its way back to you.`
    : 'Your delivery is saved.'

const NOTHING = {
  url: null,
  error: null,
  error_type: null,
  error_details: null,
  new_summary: null,
  path: null,
}

function saved(c: Ctx, { id }: Order, message: string, tells = false) {
  const order = orderById(c.var.services.db, id)
  const path = afterDelivery(c, order)
  const new_summary = wantsHtml(c) ? null : summaryHtml(c, order, { returnTo: null })
  const flash = tells ? { flash: { kind: 'notice', message } as const } : {}
  return answer(c, 200, { ...NOTHING, message, path, new_summary }, { path, ...flash })
}

/** Nothing was saved. Everything that was typed stands as it was, with what is wrong or to be answered. */
function told(c: Ctx, order: Order, step: DeliveryStep, wrong: StepRefusal[]) {
  const shown: StepShown = { step, wrong, retold: retold(c.var.body), returnTo: keptReturn(c) }
  if (wantsStream(c)) {
    const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, shown)
    return renderStream(c, <DeliveryRefused {...facts} />, 422)
  }
  if (wantsHtml(c)) return deliveryPage(c, order, shown, 422)
  const wire = wireOf(wrong[0])
  const new_summary = summaryHtml(c, order, { returnTo: null })
  return c.json({ ...NOTHING, ...wire, error: wire.message, new_summary }, 422)
}

function wireOf(wrong: StepRefusal | undefined): { message: string } {
  if (!wrong) return { message: '' }
  return 'message' in wrong ? { message: wrong.message } : toWireRefusal(wrong.refusal)
}

const keptReturn = (c: Ctx) => (typeof c.var.body.return_to === 'string' ? afterDelivery(c, null) : null)

const summaryHtml = (c: Ctx, order: Order, shown: StepShown) =>
  renderFragment(
    c,
    <CheckoutSummary {...deliveryStepFacts(c.var.services, c.var.visitor, order, shown).summary} />,
  )

function deliveryPage(c: Ctx, order: Order, shown: StepShown, status: ContentfulStatusCode = 200) {
  const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, shown)
  return renderPage(c, withPageJson(c, order, <DeliveryStepPage {...facts} />), {
    title: facts.page.isPlaced ? 'Change your delivery' : 'Delivery',
    layout: 'checkout',
    indexed: false,
    status,
    ...(facts.page.isPlaced && { back: backToPlaced(order, shown.returnTo) }),
  })
}
