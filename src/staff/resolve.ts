import { eq } from 'drizzle-orm'
import { type DurableTx, durably } from '#db/client.ts'
import { type StaffFlag, staffFlags, type User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { personName } from '../accounts/person-name.ts'
import { staffAccount } from '../accounts/roles.ts'
import { userById } from '../accounts/users.ts'
import { type AuditSubject, recordAction } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { FLAG_ACTIONS, type FlagAction } from '../flags/flag-actions.ts'
import { flagKind, openActions } from '../flags/kinds.ts'
import { isOwnOrder, OWN_ORDER } from '../orders/is-own-order.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { isBoxHeld, PERFORM, staysOpen } from './actions.ts'

type Refusal = { ok: false; code: 'unknown' | 'resolved' | 'invalid' | 'impossible'; message: string }
export type Outcome = { ok: true; message: string } | Refusal

/** `action` is as typed. The words say why, or what was done. */
export type Resolution = { action: string; words: string; isConfirmed?: boolean; seenCents?: number | null }

/** Of two people, the first resolves it; the second learns who did. */
export const resolveFlag = (
  { db, clock, config }: Services,
  flagId: number,
  resolution: Resolution,
  user: User,
): Promise<Outcome> =>
  durably(db, (tx) => resolveFlagIn(tx, flagId, resolution, { user, now: clock.now(), config }))

type By = { user: User; now: Instant; config: Config }

export function resolveFlagIn(
  tx: DurableTx,
  flagId: number,
  { action: typed, words, isConfirmed = false, seenCents = null }: Resolution,
  by: By,
): Outcome {
  const flag = openFlag(tx, flagId)
  if ('code' in flag) return flag
  if (typed === flag.action) return refusal('impossible', DONE_BEFORE)
  const action = actionOf(flag, typed)
  if (!action) return refusal('invalid', unknownAction(flag, typed))
  if (FLAG_ACTIONS[action].isReasonRequired && words === '') return refusal('invalid', REASON_MISSING)
  const { user, now } = by
  if (isOwnMatter(tx, flag, user)) return refusal('impossible', OWN_ORDER)
  const detail: Record<string, unknown> = { action, about: flag.detail }
  const problem = PERFORM[action](tx, flag, { ...by, actor: actorOf(user), isConfirmed, seenCents, detail })
  if (problem !== null) return refusal('impossible', problem)
  const isOpen = staysOpen(tx, flag, action)
  tx.update(staffFlags)
    .set({
      action,
      resolution: words || null,
      ownerId: flag.ownerId ?? user.id,
      ...(!isOpen && { resolvedAt: now, resolvedById: user.id }),
    })
    .where(eq(staffFlags.id, flagId))
    .run()
  recordAction(tx, {
    actor: actorOf(user),
    verb: isOpen ? 'flag.acted_on' : 'flag.resolved',
    subject: subjectOf(flag),
    detail,
    reason: words || null,
    now,
  })
  const message = isOpen
    ? waitingWords(tx, flag, action)
    : `${FLAG_ACTIONS[action].done}: ${flagKind(flag.kind).title}.`
  return { ok: true, message }
}

const isOwnMatter = (tx: DurableTx, { orderId }: StaffFlag, user: User) =>
  orderId !== null && isOwnOrder(orderById(tx, orderId), user)

function waitingWords(tx: DurableTx, flag: StaffFlag, action: FlagAction): string {
  const box = isBoxHeld(tx, flag) ? 'Another flag still holds the box' : FLAG_ACTIONS[action].done
  return `${box}. This flag stays open until the dispute is over.`
}

/** @param ownerToken a staff account's; '' for nobody */
export function assignFlag(
  { db, clock }: Services,
  flagId: number,
  ownerToken: string,
  user: User,
): Promise<Outcome> {
  return durably(db, (tx): Outcome => {
    const flag = openFlag(tx, flagId)
    if ('code' in flag) return flag
    const owner = ownerToken === '' ? null : staffAccount(tx, ownerToken)
    if (ownerToken !== '' && !owner) return refusal('invalid', "That person isn't on the staff.")
    tx.update(staffFlags)
      .set({ ownerId: owner?.id ?? null })
      .where(eq(staffFlags.id, flagId))
      .run()
    const before = flag.ownerId === null ? null : userById(tx, flag.ownerId)
    recordAction(tx, {
      actor: actorOf(user),
      verb: 'flag.assigned',
      subject: subjectOf(flag),
      detail: { before: before && personName(before), after: owner && personName(owner) },
      now: clock.now(),
    })
    return {
      ok: true,
      message: owner ? `${personName(owner)} takes care of this.` : 'This flag has no owner now.',
    }
  })
}

const subjectOf = ({ id, kind }: StaffFlag): AuditSubject => ({
  kind: 'flag',
  token: String(id),
  label: flagKind(kind).title,
})

function openFlag(tx: DurableTx, id: number): StaffFlag | Refusal {
  const flag = tx.select().from(staffFlags).where(eq(staffFlags.id, id)).get()
  if (!flag) return refusal('unknown', `There is no flag ${id}.`)
  if (flag.resolvedAt === null) return flag
  const by = flag.resolvedById === null ? null : userById(tx, flag.resolvedById)
  const who = by ? personName(by) : 'The shop itself'
  return refusal('resolved', `${who} has already resolved this flag. Nothing was changed.`)
}

const actionOf = (flag: StaffFlag, typed: string): FlagAction | undefined =>
  openActions(flag).find((action) => action === typed)

const unknownAction = (flag: StaffFlag, typed: string) =>
  `"${typed.slice(0, 40)}" can't resolve this flag. Please use ${openActions(flag).join(' or ')}.`

const DONE_BEFORE = 'This was already done.'

const REASON_MISSING = 'Please say what you did, or why nothing needs to be done.'

const refusal = (code: Refusal['code'], message: string): Refusal => ({ ok: false, code, message })
