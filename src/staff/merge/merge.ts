import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type User, users } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { moveConsents } from '../../accounts/consents.ts'
import { clearAttempts } from '../../accounts/password-attempts.ts'
import { hasRole } from '../../accounts/roles.ts'
import { revokeSessionsOf } from '../../accounts/session.ts'
import { userById } from '../../accounts/users.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import { enqueue } from '../../jobs/queue.ts'
import { hasOpenIntent } from '../../payments/cancel-open.ts'
import type { Random } from '../../tokens.ts'
import { customerSubject } from '../customers.ts'
import { type MergeCounts, mergeCounts, previewMerge } from './facts.ts'
import { mailAccountsMerged } from './mails.tsx'
import { MERGE_STEPS } from './steps.ts'

export type MergeRefusal = 'same' | 'own' | 'staff' | 'merged_before' | 'money_under_way' | 'changed'
export type Merged = { ok: true; ended: string[] } | { ok: false; code: MergeRefusal }

type MergeRequest = {
  keptId: number
  mergedId: number
  reason: string
  /** Of the page that was confirmed. */
  mark: string
}

type By = { user: User; now: Instant; random: Random }

/** Why these two can't become one account, or null. */
export function mergeRefusal(db: Db, kept: User, merged: User, user: User): MergeRefusal | null {
  if (kept.id === merged.id) return 'same'
  if (kept.id === user.id || merged.id === user.id) return 'own'
  if (hasRole(db, kept.id) || hasRole(db, merged.id)) return 'staff'
  if (kept.mergedIntoId !== null || merged.mergedIntoId !== null) return 'merged_before'
  const isPaying = [kept, merged].some(({ id }) => hasOpenIntent(db, { userId: id, email: null }))
  return isPaying ? 'money_under_way' : null
}

/**
 * One account of a person takes over all that another one has. The other stays as an empty row, so that its address
 * can neither sign in nor sign up again. @throws if any sum differs afterwards
 */
export function mergeAccounts(tx: DurableTx, request: MergeRequest, by: By): Merged {
  const [kept, merged] = [userById(tx, request.keptId), userById(tx, request.mergedId)]
  if (!kept || !merged) return { ok: false, code: 'changed' }
  if (merged.mergedIntoId === kept.id) return { ok: true, ended: [] }
  const refusal = mergeRefusal(tx, kept, merged, by.user)
  if (refusal) return { ok: false, code: refusal }
  const preview = previewMerge(tx, kept, merged)
  if (preview.mark !== request.mark) return { ok: false, code: 'changed' }
  const pair = { from: merged.id, into: kept.id, now: by.now, random: by.random }
  for (const step of Object.values(MERGE_STEPS)) if (step.fate !== 'kept') step.run(tx, pair)
  const ended = closeSignIn(tx, kept, merged, by.now)
  assertSameSums(preview, mergeCounts(tx, kept))
  record(tx, kept, merged, { ...request, counts: preview.merged }, by)
  for (const to of ['kept', 'merged'] as const) {
    const payload = { keptId: kept.id, mergedId: merged.id, to }
    enqueue(tx, mailAccountsMerged, payload, {
      key: `mail_accounts_merged:${merged.token}:${to}`,
      now: by.now,
    })
  }
  return { ok: true, ended }
}

/** @returns the ended sessions */
function closeSignIn(tx: DurableTx, kept: User, merged: User, now: Instant): string[] {
  const ended = revokeSessionsOf(tx, merged.id, null, now)
  clearAttempts(tx, merged.email)
  if (merged.emailVerifiedAt !== null) moveConsents(tx, { from: merged.email, to: kept.email }, now)
  tx.update(users)
    .set({
      passwordHash: null,
      phone: null,
      providerCustomerId: null,
      mergedIntoId: kept.id,
      mergedAt: now,
    })
    .where(eq(users.id, merged.id))
    .run()
  tx.update(users)
    .set({
      firstName: kept.firstName ?? merged.firstName,
      lastName: kept.lastName ?? merged.lastName,
      phone: kept.phone ?? merged.phone,
      providerCustomerId: kept.providerCustomerId ?? merged.providerCustomerId,
    })
    .where(eq(users.id, kept.id))
    .run()
  return ended
}

/** What must not get lost: the rest may have been in both accounts. */
const SUMS = ['orders', 'boxes', 'cards', 'credit_cents', 'gift_cards', 'rewards', 'notes', 'claims'] as const

function assertSameSums(before: { kept: MergeCounts; merged: MergeCounts }, after: MergeCounts) {
  const wrong = SUMS.filter((topic) => after[topic] !== before.kept[topic] + before.merged[topic])
  if (wrong.length > 0) throw new Error(`the merge changed ${wrong.join(', ')}`)
}

/** Found from either account. */
function record(
  tx: DurableTx,
  kept: User,
  merged: User,
  { reason, counts }: { reason: string; counts: MergeCounts },
  { user, now }: By,
) {
  const entry = { actor: actorOf(user), reason, now }
  const taken = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const detail = { from: customerSubject(merged).label, ...taken }
  recordAction(tx, { ...entry, verb: 'customer.merged', subject: customerSubject(kept), detail })
  const into = { into: customerSubject(kept).label }
  recordAction(tx, {
    ...entry,
    verb: 'customer.merged_away',
    subject: customerSubject(merged),
    detail: into,
  })
}
