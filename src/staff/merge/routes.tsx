import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { MergePage } from '#views/staff/merge-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { announceSessionEnded } from '../../accounts/session-ended.ts'
import { userByToken } from '../../accounts/users.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { checkbox, line, lines, readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { recordLook } from '../customer-facts.ts'
import { searchCustomers } from '../customers.ts'
import { renderDesk } from '../page.tsx'
import { previewMerge } from './facts.ts'
import { type MergeRefusal, mergeAccounts, mergeRefusal } from './merge.ts'

export const mergeRoutes = new Hono<AppEnv>()

type Shown = { other: User | null; typed?: string; problem?: string; reason?: string; status?: 409 | 422 }

/** `other`: the account that would go. Without it, the page searches for one. */
mergeRoutes.get(
  paths.mergeCustomer.pattern,
  staff(async (c, user) => {
    const { services } = c.var
    const kept = userByToken(services.db, c.req.param('userToken') ?? '')
    if (!kept) return notFound(c)
    const { other: token = '', q = '' } = c.req.query()
    const other = token === '' ? null : userByToken(services.db, token)
    if (token !== '' && !other) return notFound(c)
    if (other) await recordLook(services, user, other)
    return mergePage(c, user, kept, { other, typed: q.slice(0, 100) })
  }),
)

function mergePage(c: Ctx, user: User, kept: User, shown: Shown) {
  const { db } = c.var.services
  const { other, typed = '', status } = shown
  const refusal = mergeRefusal(db, kept, other ?? kept, user)
  const isOver = refusal !== null && (other !== null || refusal !== 'same')
  const problem = shown.problem ?? (isOver ? MERGE_REFUSALS[refusal] : undefined)
  const preview = other && !isOver ? previewMerge(db, kept, other) : null
  const found =
    typed === '' ? [] : searchCustomers(db, typed, 1).rows.filter((row) => row.token !== kept.token)
  if (!wantsHtml(c))
    return problem === undefined
      ? c.json({ accounts: found.map(({ token, email }) => ({ token, email })), ...preview })
      : c.json({ error: problem, message: problem, ...preview }, status ?? 409)
  const view = <MergePage {...{ kept, other, typed, found, preview, problem, reason: shown.reason ?? '' }} />
  return renderDesk(c, user, { current: 'customers', title: 'Merge two accounts', status }, view)
}

const MERGE_REFUSALS: Record<MergeRefusal, string> = {
  same: 'That is the same account.',
  own: 'One of them is your own account. Please ask a colleague.',
  staff: 'One of them works here. Accounts of the staff can’t be merged.',
  merged_before: 'One of them was merged before.',
  money_under_way: 'A payment is still being confirmed. Please try again in a few minutes.',
  changed: 'One of the accounts has changed since you opened this page. Please check it again.',
}

const MergeFields = z.object({ other: line(40), mark: line(40), reason: lines(500), sure: checkbox })

const LABELS = { reason: '“How you know that both are the same person”' }

mergeRoutes.post(
  paths.mergeCustomer.pattern,
  staff(async (c, user) => {
    const { services } = c.var
    const { db, clock, random } = services
    const read = readFields(MergeFields, c.var.body, LABELS)
    const kept = userByToken(db, c.req.param('userToken') ?? '')
    const { other: token, reason: typed } = c.var.body
    const other = typeof token === 'string' ? userByToken(db, token) : null
    if (!kept || !other) return notFound(c)
    const refuseWith = (problem: string, status: 409 | 422) =>
      mergePage(c, user, kept, { other, problem, reason: typeof typed === 'string' ? typed : '', status })
    if (!read.ok) return refuseWith(read.message, 422)
    const { mark, reason, sure } = read.value
    if (reason === '') return refuseWith('Please say how you know that both are the same person.', 422)
    if (!sure) return refuseWith('Please confirm that it can’t be undone.', 422)
    const request = { keptId: kept.id, mergedId: other.id, reason, mark }
    const merged = await durably(db, (tx) => mergeAccounts(tx, request, { user, now: clock.now(), random }))
    if (!merged.ok) return refuseWith(MERGE_REFUSALS[merged.code], 409)
    for (const hash of merged.ended) announceSessionEnded(services, hash)
    const message = 'Merged. Both addresses get an email.'
    return reply(
      c,
      200,
      { message },
      { path: paths.staffCustomer(kept.token), flash: { kind: 'notice', message } },
    )
  }),
)
