import { Hono } from 'hono'
import { z } from 'zod'
import type { DurableTx } from '#db/client.ts'
import type { Order, User } from '#db/schema/index.ts'
import { StaffEditPage } from '#views/staff/orders/edit-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import type { Ctx } from '../../accounts/guards.ts'
import { parseDay } from '../../day.ts'
import { addableOffers } from '../../order-edit/addable.ts'
import { type Edited, makeEdit, type Preview, previewEdit } from '../../order-edit/edit.ts'
import { EDIT_LABELS, EditFields, type EditForm, readableWish } from '../../order-edit/fields.ts'
import { editedLines } from '../../orders/edit/lines.ts'
import { editLock } from '../../orders/edit/lock.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { orderById } from '../../orders/orders.ts'
import { paths } from '../../paths.ts'
import { keptCardThatPaid } from '../../payments/cards.ts'
import { networkMark } from '../../payments/declines-limit.ts'
import { EXTRA_NO_ANSWER } from '../../payments/extra-answers.ts'
import { ifAnswered } from '../../payments/provider.ts'
import type { AppEnv } from '../../web/env.ts'
import { refuse } from '../../web/errors.tsx'
import { checkbox, digits, line, lines, readFields } from '../../web/fields.ts'
import { wantsHtml } from '../../web/respond.ts'
import { askSecondPerson, giveOfOrder } from '../giving.ts'
import { renderDesk } from '../page.tsx'
import { type ChargeAnswer, chargeAnswer, NO_KEPT_CARD } from './charge-answer.ts'
import { CONSENT_NEEDED, moveByStaff } from './move.ts'
import { actionDone, refuseAction, staffOrderOf } from './page.tsx'

/** Changes that staff make for a customer: the day, and what is inside. */
export const changeRoutes = new Hono<AppEnv>()

const reason = lines(500)
const WHY = { reason: '“Why, and how the customer told you”' }
const REASON_MISSING = 'Please say why, and how the customer told you.'

/** `day`: date and amount together, as the page's list sends them. */
const MoveFields = z.object({
  arrival_date: line(10),
  amount_cents: digits(9),
  day: line(30),
  choice: checkbox,
  consent: checkbox,
  reason,
})

changeRoutes.post(
  paths.moveOrder.pattern,
  staffOrderOf(async (c, user, order) => {
    const read = readFields(MoveFields, c.var.body, WHY)
    if (!read.ok) return refuseAction(c, user, order.token, { status: 422, message: read.message })
    const fields = read.value
    const [day = fields.arrival_date, amount = fields.amount_cents] =
      fields.day === '' ? [] : fields.day.split(' ')
    const date = parseDay(day)
    const missing = date ? (fields.reason === '' ? REASON_MISSING : null) : 'Please choose a delivery date.'
    if (!date || missing) return refuseAction(c, user, order.token, { status: 422, message: missing ?? '' })
    if (isOwnOrder(order, user))
      return refuseAction(c, user, order.token, { status: 409, message: OWN_ORDER })
    const moved = await ifAnswered(c.var, () =>
      moveByStaff(c.var.services, order, {
        date,
        choice: fields.choice,
        amountCents: /^\d+$/.test(amount) ? Number(amount) : null,
        hasConsent: fields.consent,
        network: networkMark(c),
        staff: { ...actorOf(user), reason: fields.reason },
      }),
    )
    return answered(c, user, order, moved)
  }),
)

function answered(c: Ctx, user: User, order: Order, answer: ChargeAnswer | null) {
  if (!answer) return refuseAction(c, user, order.token, { status: 503, message: EXTRA_NO_ANSWER })
  return answer.ok ? actionDone(c, order.token, answer.message) : refuseAction(c, user, order.token, answer)
}

changeRoutes.get(
  paths.staffEditOrder.pattern,
  staffOrderOf((c, user, order) =>
    editPage(c, user, order, { query: (c.req.query('q') ?? '').slice(0, 64) }),
  ),
)

const StaffFields = z.object({ reason, consent: checkbox })
type StaffForm = z.output<typeof StaffFields>

changeRoutes.post(
  paths.staffEditOrder.pattern,
  staffOrderOf(async (c, user, order) => {
    const read = readFields(EditFields, c.var.body, EDIT_LABELS)
    const own = readFields(StaffFields, c.var.body, WHY)
    if (!read.ok) return problemPage(c, user, order, { wish: readableWish(c.var.body) }, 422, read.message)
    if (!own.ok) return confirmAgain(c, user, order, read.value, own.message)
    if (isOwnOrder(order, user)) return refuse(c, 409, OWN_ORDER)
    const form = read.value
    if (form.isFinding && wantsHtml(c)) return editPage(c, user, order, form)
    if (!form.isConfirmed) return showPreview(c, user, order, form)
    return confirmEdit(c, user, order, form, own.value)
  }),
)

function showPreview(c: Ctx, user: User, order: Order, form: EditForm) {
  const { db, clock } = c.var.services
  const previewed = previewEdit(db, order.id, form.wish, clock.now())
  if (!previewed.ok) return problemPage(c, user, order, form, 409, previewed.refusal.message)
  const { preview } = previewed
  if (!wantsHtml(c)) return c.json(previewJson(preview))
  if (preview.isNothing) return editPage(c, user, order, { ...form, problem: 'Nothing has changed yet.' })
  return editPage(c, user, order, { ...form, preview })
}

const previewJson = ({ differenceCents, totalCents, order }: Preview) => ({
  difference_cents: differenceCents,
  total_cents: totalCents,
  version: order.version,
})

async function confirmEdit(
  c: Ctx,
  user: User,
  order: Order,
  form: EditForm,
  { reason: why, consent }: StaffForm,
) {
  if (why === '') return confirmAgain(c, user, order, form, REASON_MISSING)
  const { services } = c.var
  const previewed = previewEdit(services.db, order.id, form.wish, services.clock.now())
  const isDearer = previewed.ok && previewed.preview.differenceCents > 0
  if (isDearer && !consent) return confirmAgain(c, user, order, form, CONSENT_NEEDED)
  if (isDearer && !keptCardThatPaid(services.db, order))
    return problemPage(c, user, order, form, 409, NO_KEPT_CARD)
  const giftOf = (tx: DurableTx, id: number, cents: number) => ({
    user,
    order: orderById(tx, id),
    door: 'edit' as const,
    content: form.wish,
    cents,
    now: services.clock.now(),
  })
  const request = {
    ...form,
    withKeptCard: true,
    network: networkMark(c),
    returnUrl: services.config.appUrl,
    staff: { ...actorOf(user), reason: why },
    secondPerson: (tx: DurableTx, { id }: Order, cents: number) => askSecondPerson(tx, giftOf(tx, id, cents)),
    mayGive: (tx: DurableTx, { id }: Order, cents: number) => giveOfOrder(tx, giftOf(tx, id, cents)),
  }
  const edited = await ifAnswered(c.var, () => makeEdit(services, order.id, request))
  if (!edited) return problemPage(c, user, order, form, 503, EXTRA_NO_ANSWER)
  const answer = await editAnswer(c, order, edited)
  return answer.ok
    ? actionDone(c, order.token, answer.message)
    : problemPage(c, user, order, form, answer.status, answer.message)
}

async function editAnswer(c: Ctx, order: Order, edited: Edited): Promise<ChargeAnswer> {
  const done = 'The box is changed. The customer gets an email.'
  if (edited.outcome === 'changed') return { ok: true, message: done }
  if (edited.outcome === 'stale') return { ok: false, status: 409, message: edited.message }
  if (edited.outcome === 'refused') return { ok: false, status: 409, message: edited.refusal.message }
  return chargeAnswer(c.var.services, order.id, edited, done)
}

/** The question again, with what was typed below it. */
function confirmAgain(c: Ctx, user: User, order: Order, form: EditForm, problem: string) {
  const { db, clock } = c.var.services
  const previewed = form.isConfirmed ? previewEdit(db, order.id, form.wish, clock.now()) : null
  const isAsked = previewed?.ok && !previewed.preview.isNothing
  const state = isAsked ? { ...form, preview: previewed.preview } : form
  return problemPage(c, user, order, state, 422, problem)
}

type Status = 402 | 409 | 422 | 503

function problemPage(c: Ctx, user: User, order: Order, state: PageState, status: Status, problem: string) {
  if (!wantsHtml(c)) return c.json({ error: problem, message: problem }, status)
  return editPage(c, user, order, { ...state, problem, status })
}

type PageState = Partial<Pick<EditForm, 'wish' | 'query'>> & {
  preview?: Preview
  problem?: string
  status?: Status
}

function editPage(
  c: Ctx,
  user: User,
  { id }: Order,
  { wish, query = '', preview, problem, status }: PageState,
) {
  const { db, clock } = c.var.services
  const order = orderById(db, id)
  const now = clock.now()
  const view = (
    <StaffEditPage
      order={order}
      locked={isOwnOrder(order, user) ? OWN_ORDER : editLock(order, now)}
      lines={editedLines(db, id, wish?.items ?? []) ?? editedLines(db, id, []) ?? []}
      addable={addableOffers(db, order, query, now)}
      query={query}
      preview={preview ?? null}
      problem={problem ?? null}
      typed={problem ? c.var.body : null}
      hasKeptCard={keptCardThatPaid(db, order) !== null}
    />
  )
  return renderDesk(c, user, { current: 'orders', title: `Edit ${order.identifier}`, status }, view)
}
