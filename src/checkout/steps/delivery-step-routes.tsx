import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Order } from '#db/schema/index.ts'
import { DeliveryStepPage } from '#views/checkout/delivery-step-page.tsx'
import { DeliveryDaysShown, DeliveryRefused } from '#views/checkout/delivery-step-streams.tsx'
import { CheckoutSummary } from '#views/checkout/summary.tsx'
import { formatCents } from '../../money.ts'
import { refuseClosedOrder } from '../../orders/closed-order.ts'
import { itemsOf } from '../../orders/items.ts'
import { orderById } from '../../orders/orders.ts'
import { byOrder, ownOrder, ownOrderPage } from '../../orders/own-order.ts'
import { withPageJson } from '../../orders/page-json.tsx'
import { WAITING_ENDED } from '../../orders/rules.ts'
import { isOpen, isPlaced } from '../../orders/states.ts'
import { unpaidChangeOf } from '../../orders/unpaid-change.ts'
import { paths } from '../../paths.ts'
import { endOpenExtra } from '../../payments/extra-charge-card.ts'
import { ifAnswered } from '../../payments/provider.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { renderFragment, renderPage, renderStream } from '../../web/page.tsx'
import { byNetwork, rateLimit } from '../../web/rate-limit.ts'
import { reply, wantsHtml, wantsStream } from '../../web/respond.ts'
import { toJoinedBox, withoutItems } from '../redirects.ts'
import { resolveAddress, saveOrderAddress } from '../saved-address.ts'
import { toWireRefusal } from '../wire.ts'
import { otherRefusalsOf, type StepRefusal, saveDelivery, stepRefusal } from './delivery-step.ts'
import {
  DELIVERY_STEP_LABELS,
  type DeliveryStep,
  DeliveryStepFields,
  formValues,
} from './delivery-step-fields.ts'
import { asksEmail, type DeliveryPageState, deliveryStepFacts } from './delivery-step-props.ts'
import { savePlacedDelivery } from './placed-delivery.ts'
import type { Returned } from './placed-delivery-write.ts'
import { afterDelivery, backToPlaced, returnAddress } from './return-path.ts'

type Ctx = Context<AppEnv>

/** Each save may call the hosted verifier; a preview of the days calls no one. */
const limitSaves = rateLimit(
  { points: 30, seconds: 60, by: byOrder },
  { points: 300, seconds: 3600, by: byNetwork },
)
const savesLimit = createMiddleware<AppEnv>((c, next) => (isPreview(c) ? next() : limitSaves(c, next)))

export const deliveryStepRoutes = new Hono<AppEnv>()

deliveryStepRoutes.post(
  paths.updateShippingAddress.pattern,
  savesLimit,
  ownOrder(async (c, order) => {
    const { services, visitor, body } = c.var
    const read = readFields(DeliveryStepFields, body, DELIVERY_STEP_LABELS)
    if (!read.ok) return refuse(c, 422, read.message)
    const resolved = resolveAddress(services.db, visitor.user, order, read.value)
    if (!resolved.ok) return notFound(c)
    const step = { ...read.value, typed: resolved.typed }

    if (isPreview(c)) return preview(c, order, step)
    if (isOpen(order.state)) return save(c, order, step)
    // This page was opened before the order was placed.
    if (body.purpose === 'continue' || !isPlaced(order.state)) return refuseClosedOrder(c, order)
    return savePlaced(c, order, step)
  }),
)

deliveryStepRoutes.get(
  paths.deliveryStep.pattern,
  ownOrderPage(async (c, order) => {
    const { services } = c.var
    const joined = toJoinedBox(c, order, ({ token }) => paths.deliveryStep(token))
    if (joined) return joined
    if (itemsOf(services.db, order.id).length === 0) return withoutItems(c, order)
    const returnTo = c.req.query('change') === 'true' ? returnAddress(c, order) : null
    return deliveryPage(c, order, { returnTo })
  }),
)

const isPreview = (c: Ctx) => c.var.body.show_days === '1' && wantsHtml(c)

function preview(c: Ctx, order: Order, step: DeliveryStep) {
  const pageState = { step, returnTo: submittedReturnPath(c) }
  if (!wantsStream(c)) return deliveryPage(c, order, pageState)
  const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, pageState)
  return renderStream(c, <DeliveryDaysShown {...facts} />)
}

async function save(c: Ctx, order: Order, step: DeliveryStep) {
  const { services, visitor, body } = c.var
  const email = asksEmail(order) && body.email !== undefined
  const change = await saveDelivery(services, order, step, { email, postalCode: visitor.postalCode })
  if (change.ok) {
    await saveOrderAddress(services, order)
    return saved(c, order, 'Your delivery details are saved.')
  }
  if ('reason' in change) return refuseClosedOrder(c, order)
  return respondRefused(c, order, step, change.refusals)
}

async function savePlaced(c: Ctx, order: Order, step: DeliveryStep) {
  const otherRefusals = otherRefusalsOf(step, false)
  if (otherRefusals.length > 0) return respondRefused(c, order, step, otherRefusals)
  const { services } = c.var
  const waiting = unpaidChangeOf(services.db, order, services.clock.now())
  const change = await savePlacedDelivery(services, order, step)
  if (change.ok) {
    const endsWaiting = waiting !== null && orderById(services.db, order.id).version !== order.version
    if (endsWaiting) await ifAnswered(c.var, () => endOpenExtra(services, order.id))
    const sentence = savedSentence(change)
    return saved(c, order, endsWaiting ? `${sentence} ${WAITING_ENDED}` : sentence, true)
  }
  if ('refusal' in change) return respondRefused(c, order, step, [stepRefusal(change.refusal)])
  const { message } = change
  const nextPage = { path: paths.deliveryStep(order.token), flash: { kind: 'danger', message } as const }
  return reply(c, 409, { ...EMPTY_RESPONSE, message, error: message, code: 'order_placed' }, nextPage)
}

function savedSentence({ returnedCents, heldCents }: Returned): string {
  const backCents = returnedCents - heldCents
  return [
    'Your delivery details are saved.',
    ...(heldCents > 0 ? [`We'll charge ${formatCents(heldCents)} less.`] : []),
    ...(backCents > 0 ? [`You're getting ${formatCents(backCents)} back.`] : []),
  ].join(' ')
}

const EMPTY_RESPONSE = {
  url: null,
  error: null,
  error_type: null,
  error_details: null,
  new_summary: null,
  path: null,
}

function saved(c: Ctx, { id }: Order, message: string, withFlash = false) {
  const order = orderById(c.var.services.db, id)
  const path = afterDelivery(c, order)
  const new_summary = wantsHtml(c) ? null : summaryHtml(c, order, { returnTo: null })
  const flash = withFlash ? { flash: { kind: 'notice', message } as const } : {}
  return reply(c, 200, { ...EMPTY_RESPONSE, message, path, new_summary }, { path, ...flash })
}

function respondRefused(c: Ctx, order: Order, step: DeliveryStep, refusals: StepRefusal[]) {
  const pageState: DeliveryPageState = {
    step,
    refusals,
    formValues: formValues(c.var.body),
    returnTo: submittedReturnPath(c),
  }
  if (wantsStream(c)) {
    const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, pageState)
    return renderStream(c, <DeliveryRefused {...facts} />, 422)
  }
  if (wantsHtml(c)) return deliveryPage(c, order, pageState, 422)
  const wire = wireOf(refusals)
  const new_summary = summaryHtml(c, order, { returnTo: null })
  return c.json({ ...EMPTY_RESPONSE, ...wire, error: wire.message, new_summary }, 422)
}

/** All that is wrong in one message; the details are the first's. */
function wireOf(refusals: StepRefusal[]): { message: string } {
  const wires = refusals.map((refusal) =>
    'message' in refusal ? { message: refusal.message } : toWireRefusal(refusal.refusal),
  )
  const sentences = wires.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`))
  return wires.length > 1 ? { ...wires[0], message: sentences.join(' ') } : (wires[0] ?? { message: '' })
}

const submittedReturnPath = (c: Ctx) =>
  typeof c.var.body.return_to === 'string' ? afterDelivery(c, null) : null

const summaryHtml = (c: Ctx, order: Order, pageState: DeliveryPageState) =>
  renderFragment(
    c,
    <CheckoutSummary {...deliveryStepFacts(c.var.services, c.var.visitor, order, pageState).summary} />,
  )

function deliveryPage(
  c: Ctx,
  order: Order,
  pageState: DeliveryPageState,
  status: ContentfulStatusCode = 200,
) {
  const facts = deliveryStepFacts(c.var.services, c.var.visitor, order, pageState)
  return renderPage(c, withPageJson(c, order, <DeliveryStepPage {...facts} />), {
    title: facts.page.isPlaced ? 'Change your delivery' : 'Delivery',
    layout: 'checkout',
    indexed: false,
    status,
    ...(facts.page.isPlaced && { back: backToPlaced(order, pageState.returnTo) }),
  })
}
