import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { DraftsPage } from '#views/staff/drafts/drafts-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '../../accounts/rules.ts'
import { userByToken } from '../../accounts/users.ts'
import { MAX_LENGTHS } from '../../checkout/address-form.ts'
import { parsePhone } from '../../delivery/rules.ts'
import { readCents } from '../../money.ts'
import { isSearch, SearchFields } from '../../order-edit/fields.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound, refuse } from '../../web/errors.tsx'
import { digits, line, lines, readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { unknownOption } from '../../web/unknown-option.ts'
import { pressOf } from '../orders/press.ts'
import { renderDesk } from '../page.tsx'
import { draftActionRoutes } from './action-routes.tsx'
import { fillDraft, type WantedLine } from './fill.ts'
import { draftRowJson } from './json.ts'
import { listDrafts } from './list.ts'
import { orderCallRoutes } from './order-call.ts'
import { answerDraft, refuseDraft, renderDraft, staffDraftOf } from './page.tsx'
import { DRAFT_TABS, type DraftFilters, type DraftTab, draftQuery, MAX_REASON_LENGTH } from './rules.ts'
import { startDraft } from './start.ts'

export const draftRoutes = new Hono<AppEnv>()

draftRoutes.get(
  paths.staffDrafts.pattern,
  staff((c, user) => {
    const { state = '', after = '' } = c.req.query()
    if (state !== '' && !isTab(state)) return refuse(c, 422, unknownOption('state', state, DRAFT_TABS))
    const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(after) ?? []
    if (after !== '' && !at)
      return refuse(c, 422, 'We couldn’t find that page of the list. Please start over.')
    return listPage(c, user, { state: state || null, after: at ? { at: Number(at), id: Number(id) } : null })
  }),
)

const isTab = (typed: string): typed is DraftTab => DRAFT_TABS.some((tab) => tab === typed)

type Problem = { status: 409 | 422; message: string; typed: Record<string, unknown> }

function listPage(c: Ctx, user: User, filters: DraftFilters, problem?: Problem) {
  const { db, clock, random } = c.var.services
  const list = listDrafts(db, filters)
  if (!wantsHtml(c)) {
    const next = list.next && paths.staffDrafts(draftQuery({ ...filters, after: list.next }))
    return c.json({ drafts: list.drafts.map(draftRowJson), next })
  }
  const view = (
    <DraftsPage
      list={list}
      filters={filters}
      now={clock.now()}
      press={random.token()}
      problem={problem ?? null}
    />
  )
  return renderDesk(c, user, { current: 'drafts', title: 'Drafts', status: problem?.status }, view)
}

const StartFields = z.object({
  customer_token: line(22),
  email: line(MAX_EMAIL_LENGTH),
  name: line(MAX_LENGTHS.name),
  phone_number: digits(MAX_LENGTHS.phone),
  press: line(40),
})

const START_LABELS = {
  email: '“The customer’s email”',
  name: '“Name”',
  phone_number: '“Phone”',
}

draftRoutes.post(
  paths.staffDrafts.pattern,
  staff(async (c, user) => {
    const read = readFields(StartFields, c.var.body, START_LABELS)
    const unfit = (message: string, status: 409 | 422 = 422) =>
      wantsHtml(c)
        ? listPage(c, user, { state: null, after: null }, { status, message, typed: c.var.body })
        : refuse(c, status, message)
    if (!read.ok) return unfit(read.message)
    const { customer_token, name, phone_number, press } = read.value
    const { db, clock, random } = c.var.services
    const customer = customer_token === '' ? null : userByToken(db, customer_token)
    if (customer_token !== '' && !customer) return notFound(c)
    const email = customer?.email ?? read.value.email
    if (!isEmail(email)) return unfit('Please enter an email address like name@example.com.')
    const phone = phone_number === '' ? '' : parsePhone(phone_number)
    if (phone === null) return unfit('Please enter a phone number like (206) 555-0142.')
    const now = clock.now()
    const draft = { customer, email, name, phone, press: pressOf(press, email, Math.floor(now / 60_000)) }
    const started = await durably(db, (tx) => startDraft(tx, draft, { user, now, random }))
    if (!started.ok) return unfit(started.message, 409)
    const { token, identifier } = started.order
    return reply(c, 200, { token, identifier }, { path: paths.staffDraft(token) })
  }),
)

draftRoutes.get(
  paths.staffDraft.pattern,
  staffDraftOf((c, user, order) =>
    renderDraft(c, user, order.token, { query: (c.req.query('q') ?? '').slice(0, 64) }),
  ),
)

/** The form names each pack, with dollars; scripts send a list, with cents. An empty price is the shop's. */
const FillFields = z.object({
  quantities: z.record(line(40), digits(3)).nullish(),
  prices: z.record(line(40), line(12)).nullish(),
  items: z
    .array(z.object({ bid_item_token: line(40), quantity: digits(3), price_cents: digits(9) }))
    .max(200)
    .nullish(),
  reason: lines(MAX_REASON_LENGTH),
  version: digits(10),
  ...SearchFields.shape,
})

const FILL_LABELS = {
  quantities: '“Packs”',
  prices: '“Other price, each”',
  reason: '“Why a price is different”',
  q: '“Find packs to add”',
}

draftRoutes.post(
  paths.staffDraft.pattern,
  staffDraftOf(async (c, user, order) => {
    const read = readFields(FillFields, c.var.body, FILL_LABELS)
    const form = 'lines' as const
    const unfit = (message: string) =>
      refuseDraft(c, user, order.token, { status: 422, message, typed: c.var.body, form })
    if (!read.ok) return unfit(read.message)
    const fields = read.value
    if (isSearch(fields) && wantsHtml(c))
      return renderDraft(c, user, order.token, { query: fields.q, typed: c.var.body })
    const wanted = wantedLines(fields)
    if ('message' in wanted) return unfit(wanted.message)
    const { db, clock, random } = c.var.services
    const filling = { lines: wanted, reason: fields.reason, version: fields.version }
    const by = { user, now: clock.now(), random }
    return answerDraft(
      c,
      user,
      order.token,
      await durably(db, (tx) => fillDraft(tx, order.id, filling, by)),
      form,
    )
  }),
)

function wantedLines({
  quantities,
  prices,
  items,
}: z.output<typeof FillFields>): WantedLine[] | { message: string } {
  const typed = [
    ...Object.entries(quantities ?? {}).map(([token, quantity]) => ({
      token,
      quantity,
      cents: '',
      dollars: prices?.[token] ?? '',
    })),
    ...(items ?? []).map(({ bid_item_token, quantity, price_cents }) => ({
      token: bid_item_token,
      quantity,
      cents: price_cents,
      dollars: '',
    })),
  ]
  const wanted: WantedLine[] = []
  for (const { token, quantity, cents, dollars } of typed) {
    if (!/^\d{0,3}$/.test(quantity)) return { message: 'Please enter quantities as whole numbers, like 2.' }
    const hasPrice = cents !== '' || dollars !== ''
    const priceCents = hasPrice ? readCents(cents, dollars) : null
    if (hasPrice && priceCents === null)
      return { message: 'Please enter prices like 12.50. They can’t be negative.' }
    wanted.push({ token, quantity: Number(quantity), priceCents })
  }
  return wanted
}

draftRoutes.route('/', draftActionRoutes)
draftRoutes.route('/', orderCallRoutes)
