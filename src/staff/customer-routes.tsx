import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { CustomerPage } from '#views/staff/customer-page.tsx'
import { CustomersPage } from '#views/staff/customers-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { revokeSessionsOf } from '../accounts/session.ts'
import { announceSessionEnded } from '../accounts/session-ended.ts'
import { userByToken } from '../accounts/users.ts'
import { recordAction } from '../audit/audit.ts'
import { readCents } from '../money.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, lines, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { type CreditRefusal, changeCredit, type Decided, decideCredit } from './credit.ts'
import { customerFacts, customerJson, customerRowJson, recordLook } from './customer-facts.ts'
import { addCustomerNote } from './customer-notes.ts'
import { customerSubject, searchCustomers } from './customers.ts'
import { MAX_CREDIT_CENTS } from './giving-limits.ts'
import { renderDesk } from './page.tsx'
import { PRESSED_WITH_OTHER } from './pressed-again.ts'

export const customerRoutes = new Hono<AppEnv>()

customerRoutes.get(
  paths.staffCustomers.pattern,
  staff((c, user) => {
    const query = c.req.query()
    const typed = (query.q ?? '').slice(0, 100)
    const list = searchCustomers(c.var.services.db, typed, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { rows, total, page, pages } = list
    if (!wantsHtml(c)) return c.json({ customers: rows.map(customerRowJson), total, page, pages })
    const view = <CustomersPage list={list} typed={typed} />
    return renderDesk(c, user, { current: 'customers', title: 'Customers' }, view)
  }),
)

type CustomerHandler = (c: Ctx, user: User, customer: User) => Response | Promise<Response>

const staffAtCustomer = (handler: CustomerHandler) =>
  staff((c, user) => {
    const customer = userByToken(c.var.services.db, c.req.param('userToken') ?? '')
    return customer ? handler(c, user, customer) : notFound(c)
  })

customerRoutes.get(
  paths.staffCustomer.pattern,
  staffAtCustomer(async (c, user, customer) => {
    await recordLook(c.var.services, user, customer)
    return customerPage(c, user, customer)
  }),
)

type Problem = { message: string; at: 'credit' | 'note'; typed: Record<string, unknown> }

function customerPage(
  c: Ctx,
  user: User,
  customer: User,
  problem?: Problem,
  status: ContentfulStatusCode = 200,
) {
  const { services } = c.var
  const facts = customerFacts(services, customer)
  if (!wantsHtml(c)) return c.json(customerJson(facts))
  const view = (
    <CustomerPage facts={facts} user={user} creditKey={services.random.token()} problem={problem} />
  )
  return renderDesk(c, user, { current: 'customers', title: facts.name, status }, view)
}

const refusePage = (
  c: Ctx,
  user: User,
  customer: User,
  at: Problem['at'],
  status: 409 | 422,
  message: string,
) =>
  wantsHtml(c)
    ? customerPage(c, user, customer, { message, at, typed: c.var.body }, status)
    : refuse(c, status, message)

function done(c: Ctx, { token }: User, message: string, json: Record<string, unknown> = {}) {
  const path = paths.staffCustomer(token)
  return reply(c, 200, { message, ...json }, { path, flash: { kind: 'notice', message } })
}

customerRoutes.post(
  paths.customerNotes.pattern,
  staffAtCustomer(async (c, user, customer) => {
    const read = readFields(z.object({ words: lines(1_000) }), c.var.body, { words: 'the note' })
    if (!read.ok || read.value.words === '')
      return refusePage(
        c,
        user,
        customer,
        'note',
        422,
        read.ok ? 'Please write the note first.' : read.message,
      )
    const { db, clock } = c.var.services
    const [now, { words }] = [clock.now(), read.value]
    await durably(db, (tx) => addCustomerNote(tx, customer, words, { user, now }))
    return done(c, customer, 'Noted.')
  }),
)

customerRoutes.post(
  paths.signOutCustomer.pattern,
  staffAtCustomer(async (c, user, customer) => {
    const { services } = c.var
    const now = services.clock.now()
    if (customer.id === user.id) return refusePage(c, user, customer, 'note', 409, OWN)
    const ended = await durably(services.db, (tx) => {
      const hashes = revokeSessionsOf(tx, customer.id, null, now)
      recordAction(tx, {
        ...{ actor: actorOf(user), verb: 'customer.signed_out', subject: customerSubject(customer), now },
        detail: { devices: hashes.length },
      })
      return hashes
    })
    for (const hash of ended) announceSessionEnded(services, hash)
    const devices = ended.length === 1 ? '1 device' : `${ended.length} devices`
    return done(c, customer, `Signed out on ${devices}.`, { count: ended.length })
  }),
)

/** `direction`: 'give' or 'take'. The form has dollars, scripts send cents, negative to take. */
const Credit = z.object({
  amount: line(12),
  amount_cents: digits(9),
  direction: line(5),
  reason: line(300),
  key: line(60),
})

customerRoutes.post(
  paths.customerCredit.pattern,
  staffAtCustomer(async (c, user, customer) => {
    const read = readFields(Credit, c.var.body, { amount: '“Dollars”', reason: '“Why”' })
    if (!read.ok) return refusePage(c, user, customer, 'credit', 422, read.message)
    const { reason, key } = read.value
    const refused = (status: 409 | 422, message: string) =>
      refusePage(c, user, customer, 'credit', status, message)
    const cents = centsOf(read.value)
    if (cents === null) return refused(422, 'Please enter an amount like 12.50, up to $2,000.00.')
    if (reason === '') return refused(422, 'Please say why. The audit trail keeps it.')
    if (!/^[0-9A-Za-z-]{8,60}$/.test(key)) return refused(422, 'Please reload the page and try again.')
    const { db, clock, random } = c.var.services
    const by = { user, now: clock.now(), random }
    const changed = await durably(db, (tx) => changeCredit(tx, { customer, cents, reason, key }, by))
    if (!changed.ok) return refused(...CREDIT_REFUSALS[changed.code])
    return done(c, customer, CREDIT_DONE[changed.state], { state: changed.state })
  }),
)

const CREDIT_DONE = {
  done: 'Store credit updated.',
  waiting: 'That’s above the limit for one person, so a colleague has to approve it.',
}

const OWN = 'That is your own account. Please ask a colleague.'
const TOO_MUCH = 'That’s more than they have, or an order is using it right now.'

const CREDIT_REFUSALS: Record<CreditRefusal['code'], [409 | 422, string]> = {
  own: [409, OWN],
  merged: [409, 'This account was merged into another one. Please change the credit of that one.'],
  too_much: [422, TOO_MUCH],
  pressed_before: [409, PRESSED_WITH_OTHER],
}

function centsOf({ amount, amount_cents, direction }: z.output<typeof Credit>): number | null {
  const cents = readCents(amount_cents.replace('-', ''), amount)
  if (!cents || cents > MAX_CREDIT_CENTS) return null
  return direction === 'take' || amount_cents.startsWith('-') ? -cents : cents
}

customerRoutes.post(
  paths.decideCredit.pattern,
  staffAtCustomer(async (c, user, customer) => {
    const read = readFields(z.object({ decision: line(10) }), c.var.body)
    const decision = read.ok ? read.value.decision : ''
    if (decision !== 'approve' && decision !== 'refuse')
      return refuse(c, 422, 'Please choose "approve" or "refuse".')
    const { db, clock, random } = c.var.services
    const by = { user, now: clock.now(), random }
    const token = c.req.param('creditToken') ?? ''
    const decided = await durably(db, (tx) => decideCredit(tx, token, decision === 'approve', by))
    if (!decided.ok)
      return decided.code === 'unknown'
        ? notFound(c)
        : refusePage(c, user, customer, 'credit', 409, DECISION_REFUSALS[decided.code])
    return done(c, customer, decision === 'approve' ? 'Approved. The store credit is updated.' : 'Refused.')
  }),
)

const DECISION_REFUSALS: Record<Exclude<(Decided & { ok: false })['code'], 'unknown'>, string> = {
  decided_before: 'A colleague has already decided about this.',
  own: 'Someone else has to decide about this: you asked for it, or it is your own account.',
  too_much: TOO_MUCH,
}
