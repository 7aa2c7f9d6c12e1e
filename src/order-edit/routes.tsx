import { type Context, Hono } from 'hono'
import { DifferencePage } from '#views/order-edit/difference-page.tsx'
import { EditPage } from '#views/order-edit/edit-page.tsx'
import { formatCents } from '../money.ts'
import { editedLines } from '../orders/edit/lines.ts'
import { editLock } from '../orders/edit/lock.ts'
import { giftOf } from '../orders/gifting.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { unpaidChangeOf } from '../orders/unpaid-change.ts'
import { orderPathOf, type Viewable, viewableBox } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { keptCardName } from '../payments/card-name.ts'
import { keptCardThatPaid } from '../payments/cards.ts'
import { declinesLimit, networkMark } from '../payments/declines-limit.ts'
import { EXTRA_NO_ANSWER, toExtraPayment } from '../payments/extra-answers.ts'
import { ifAnswered } from '../payments/provider.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { bySession, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { addableOffers } from './addable.ts'
import { type Edited, makeEdit, type Preview, previewEdit } from './edit.ts'
import { EDIT_LABELS, EditFields, type EditForm, readableWish } from './fields.ts'
import { paymentRoutes } from './payment-routes.tsx'

export const routes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const TITLE = 'Edit your box'
const NO_GIFT = { recipientName: '', recipientEmail: '', message: '' }

routes.route('/', paymentRoutes)

routes.get(
  paths.editOrder.pattern,
  viewableBox((c, viewable) => editPage(c, viewable, { query: (c.req.query('q') ?? '').slice(0, 64) })),
)

routes.post(
  paths.editOrder.pattern,
  rateLimit({ points: 60, seconds: 600, by: bySession }),
  declinesLimit,
  viewableBox(async (c, viewable) => {
    const read = readFields(EditFields, c.var.body, EDIT_LABELS)
    if (!read.ok) return unread(c, viewable, read.message)
    const form = read.value
    if (form.isFinding && wantsHtml(c)) return editPage(c, viewable, form)
    return form.isConfirmed ? confirm(c, viewable, form) : preview(c, viewable, form)
  }),
)

function unread(c: Ctx, viewable: Viewable, problem: string) {
  if (!wantsHtml(c)) return refuse(c, 422, problem)
  return editPage(c, viewable, { wish: readableWish(c.var.body), problem, status: 422 })
}

function preview(c: Ctx, viewable: Viewable, form: EditForm) {
  const { db, clock } = c.var.services
  const previewed = previewEdit(db, viewable.order.id, form.wish, clock.now())
  if (!previewed.ok) return refused(c, viewable, form, previewed.refusal)
  if (!wantsHtml(c)) return c.json(previewJson(previewed.preview))
  if (previewed.preview.isNothing)
    return editPage(c, viewable, { ...form, problem: 'Nothing has changed yet.' })
  return differencePage(c, viewable, previewed.preview)
}

const previewJson = ({ differenceCents, totalCents, order }: Preview) => ({
  difference_cents: differenceCents,
  total_cents: totalCents,
  version: order.version,
})

async function confirm(c: Ctx, viewable: Viewable, form: EditForm) {
  const { services } = c.var
  const { order, isOwn, key } = viewable
  const request = {
    ...form,
    withKeptCard: isOwn && form.withKeptCard,
    network: networkMark(c),
    returnUrl: services.config.appUrl + paths.payForEdit(order.token, { key }),
  }
  const edited = await ifAnswered(c.var, () => makeEdit(services, order.id, request))
  return edited ? respond(c, viewable, form, edited) : noAnswer(c, viewable, form)
}

function respond(c: Ctx, viewable: Viewable, form: EditForm, edited: Edited) {
  switch (edited.outcome) {
    case 'changed':
      return changed(c, viewable, edited.preview)
    case 'stale':
      return stale(c, viewable, edited)
    case 'refused':
      return refused(c, viewable, form, edited.refusal)
    case 'declined':
      return declined(c, viewable, form, edited.message)
    case 'challenge':
    case 'card_needed':
    case 'pending':
      return toExtraPayment(c, viewable, edited)
    case 'returned':
      return refuse(c, 409, edited.message)
  }
}

function changed(c: Ctx, { order, key }: Viewable, made: Preview) {
  const { differenceCents, totalCents } = made
  const message = changedSentence(made)
  return reply(
    c,
    200,
    { message, difference_cents: differenceCents, total_cents: totalCents },
    { path: paths.order(order.token, { key }), flash: { kind: 'notice', message } },
  )
}

function changedSentence({ differenceCents, isNothing, heldCents }: Preview): string {
  if (isNothing) return 'Your box stays as it is.'
  if (differenceCents > 0) return `Your box is updated. We charged ${formatCents(differenceCents)}.`
  if (differenceCents === 0) return 'Your box is updated. The price stays the same.'
  const backCents = -differenceCents - heldCents
  return [
    'Your box is updated.',
    ...(heldCents > 0 ? [`We'll charge ${formatCents(heldCents)} less.`] : []),
    ...(backCents > 0 ? [`We're refunding ${formatCents(backCents)}.`] : []),
  ].join(' ')
}

function stale(c: Ctx, viewable: Viewable, { message, preview: now }: { message: string; preview: Preview }) {
  if (!wantsHtml(c)) return c.json({ error: message, message, code: 'stale', ...previewJson(now) }, 409)
  return differencePage(c, viewable, now, { problem: message, status: 409 })
}

const CONFLICTS = ['locked', 'sold_out', 'price_changed', 'being_paid']

function refused(
  c: Ctx,
  viewable: Viewable,
  form: EditForm,
  { code, message }: { code: string; message: string },
) {
  const status = CONFLICTS.includes(code) ? 409 : 422
  const url = code === 'all_removed' ? cancelPath(viewable) : undefined
  if (!wantsHtml(c)) return c.json({ error: message, message, code, ...(url ? { path: url } : {}) }, status)
  return editPage(c, viewable, { ...form, problem: message, status, cancelUrl: url ?? null })
}

const cancelPath = ({ order, key }: Viewable) => paths.cancelOrderModal({ order_token: order.token, key })

function declined(c: Ctx, viewable: Viewable, form: EditForm, message: string) {
  if (!wantsHtml(c)) return c.json({ error: message, message, code: 'declined' }, 402)
  const { db, clock } = c.var.services
  const previewed = previewEdit(db, viewable.order.id, form.wish, clock.now())
  if (!previewed.ok) return refused(c, viewable, form, previewed.refusal)
  return differencePage(c, viewable, previewed.preview, { declined: message, status: 402 })
}

function noAnswer(c: Ctx, viewable: Viewable, form: EditForm) {
  if (!wantsHtml(c))
    return c.json({ error: EXTRA_NO_ANSWER, message: EXTRA_NO_ANSWER, code: 'provider' }, 503)
  return editPage(c, viewable, { ...form, problem: EXTRA_NO_ANSWER, status: 503 })
}

type PageState = Partial<Pick<EditForm, 'wish' | 'query'>> & {
  problem?: string
  status?: 409 | 422 | 503
  cancelUrl?: string | null
}

/** The form with what was typed, and what can be added. */
function editPage(c: Ctx, viewable: Viewable, { wish, query = '', problem, status, cancelUrl }: PageState) {
  const { db, clock, config } = c.var.services
  const order = orderById(db, viewable.order.id)
  const gift = wish && wish.gift !== 'unchanged' ? wish.gift : giftOf(order)
  const page = (
    <EditPage
      {...links(viewable)}
      locked={editLock(order, clock.now())}
      lines={editedLines(db, order.id, wish?.items ?? []) ?? editedLines(db, order.id, []) ?? []}
      addable={addableOffers(db, order, query, clock.now())}
      query={query}
      gift={order.recurring ? null : { ...(gift ?? NO_GIFT), ticked: gift !== null }}
      problem={problem ?? null}
      cancelUrl={cancelUrl ?? null}
      lockAt={order.lockAt}
      zone={zoneOf(db, order.fcId ?? 0)}
      store={config.store}
    />
  )
  return renderPage(c, page, { title: TITLE, indexed: false, styles: 'orders', status: status ?? 200 })
}

type DifferenceState = { problem?: string; declined?: string; status?: 402 | 409 }

function differencePage(c: Ctx, viewable: Viewable, shown: Preview, state: DifferenceState = {}) {
  const { order, isOwn } = viewable
  const { db, clock } = c.var.services
  const card = isOwn ? keptCardThatPaid(db, order) : null
  const page = (
    <DifferencePage
      {...links(viewable)}
      preview={shown}
      waiting={unpaidChangeOf(db, order, clock.now())?.change ?? null}
      keptCard={card && keptCardName(card)}
      problem={state.problem ?? null}
      declined={state.declined ?? null}
    />
  )
  return renderPage(c, page, {
    title: 'The difference',
    indexed: false,
    styles: 'orders',
    status: state.status ?? 200,
  })
}

const links = (viewable: Viewable) => ({
  identifier: viewable.order.identifier,
  action: paths.editOrder(viewable.order.token, { key: viewable.key }),
  orderPath: orderPathOf(viewable),
})
