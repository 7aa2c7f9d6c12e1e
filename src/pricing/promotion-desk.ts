import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Promotion, promotions } from '#db/schema/index.ts'
import { hasColleague } from '../accounts/roles.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'
import { findPromotion, usesTaken } from './promotions.ts'
import { promotionDescription } from './sentences.ts'

/** What can change once people use it: how often, from when, and until when. */
export type PromotionLimits = Pick<
  Promotion,
  'minimumCents' | 'useLimit' | 'customerLimit' | 'startsAt' | 'endsAt'
>

export type NewPromotion = PromotionLimits &
  Pick<
    Promotion,
    'code' | 'kind' | 'percent' | 'amountCents' | 'offerId' | 'firstOrderOnly' | 'membersOnly' | 'isSecret'
  >

export type PromotionRefused = 'code_taken' | 'ends_before_start' | 'ends_in_past' | 'below_uses'
type Outcome = { ok: true; promotion: Promotion } | { ok: false; code: PromotionRefused }

/**
 * The same again leads to the promotion it made.
 * @param waits for another person to approve it, until which nobody can use it
 */
export function createPromotion(
  tx: DurableTx,
  wanted: NewPromotion,
  actor: Actor,
  now: Instant,
  waits = false,
): Outcome {
  const there = findPromotion(tx, wanted.code)
  if (there)
    return isAsMade(there, wanted) ? { ok: true, promotion: there } : { ok: false, code: 'code_taken' }
  const problem = scheduleProblem(wanted, now)
  if (problem) return { ok: false, code: problem }
  const proposed = waits ? { stoppedAt: now, proposedById: actor?.id ?? null } : {}
  const promotion = tx
    .insert(promotions)
    .values({ ...wanted, ...proposed })
    .returning()
    .get()
  const detail = { what: promotionDescription(promotion), ...limitsOf(promotion) }
  const verb = waits ? 'promotion.proposed' : 'promotion.created'
  recordAction(tx, { actor, verb, subject: subjectOf(promotion), detail, now })
  return { ok: true, promotion }
}

function isAsMade(there: Promotion, wanted: NewPromotion): boolean {
  const keys = Object.keys(wanted) as (keyof NewPromotion)[]
  const isUntouched = there.stoppedAt === null || there.proposedById !== null
  return isUntouched && keys.every((key) => there[key] === wanted[key])
}

/** @param waits for another person to approve it if a limit is raised, until which nobody can use it */
export function changePromotion(
  tx: DurableTx,
  before: Promotion,
  limits: PromotionLimits,
  actor: Actor,
  now: Instant,
  waits = false,
): Outcome {
  const isMoved = limits.endsAt !== before.endsAt || limits.startsAt !== before.startsAt
  const problem = isMoved ? scheduleProblem(limits, now) : null
  if (problem) return { ok: false, code: problem }
  if (limits.useLimit !== null && limits.useLimit < usesTaken(tx, before, null, now))
    return { ok: false, code: 'below_uses' }
  if (JSON.stringify(limitsOf(before)) === JSON.stringify(limitsOf(limits)))
    return { ok: true, promotion: before }
  const proposed =
    waits && isRaised(before, limits, now) ? { stoppedAt: now, proposedById: actor?.id ?? null } : {}
  const promotion = tx
    .update(promotions)
    .set({ ...limitsOf(limits), ...proposed })
    .where(eq(promotions.id, before.id))
    .returning()
    .get()
  const detail = { before: limitsOf(before), after: limitsOf(limits) }
  recordAction(tx, { actor, verb: 'promotion.changed', subject: subjectOf(before), detail, now })
  return promotion ? { ok: true, promotion } : { ok: true, promotion: before }
}

/** Whether it can be used more often, for longer or for smaller boxes. */
const isRaised = (before: PromotionLimits, after: PromotionLimits, now: Instant): boolean =>
  after.minimumCents < before.minimumCents ||
  (['useLimit', 'customerLimit', 'endsAt'] as const).some(
    (limit) => (after[limit] ?? Number.POSITIVE_INFINITY) > (before[limit] ?? Number.POSITIVE_INFINITY),
  ) ||
  Math.max(after.startsAt ?? 0, now) < Math.max(before.startsAt ?? 0, now)

/**
 * Boxes that are being paid keep it.
 * @param isStopped false lets it go on, which approves one that was proposed
 * @returns false when its proposer would approve it themselves
 */
export function stopPromotion(
  tx: DurableTx,
  before: Promotion,
  isStopped: boolean,
  actor: Actor,
  now: Instant,
): boolean {
  const isProposed = before.proposedById !== null
  if ((before.stoppedAt !== null) === isStopped) return true
  if (isProposed && before.proposedById === actor?.id && hasColleague(tx, actor.id)) return false
  tx.update(promotions)
    .set({ stoppedAt: isStopped ? now : null, proposedById: null })
    .where(eq(promotions.id, before.id))
    .run()
  const verb = isStopped ? 'promotion.stopped' : isProposed ? 'promotion.approved' : 'promotion.resumed'
  recordAction(tx, { actor, verb, subject: subjectOf(before), now })
  return true
}

export const limitsOf = ({ minimumCents, useLimit, customerLimit, startsAt, endsAt }: PromotionLimits) => ({
  minimumCents,
  useLimit,
  customerLimit,
  startsAt,
  endsAt,
})

function scheduleProblem({ startsAt, endsAt }: PromotionLimits, now: Instant): PromotionRefused | null {
  if (endsAt === null) return null
  if (endsAt <= now) return 'ends_in_past'
  return startsAt !== null && endsAt <= startsAt ? 'ends_before_start' : null
}

const subjectOf = (promotion: Promotion) => ({
  kind: 'promotion',
  token: String(promotion.id),
  label: shownCode(promotion),
})

const SHOWN = 4

/** A secret code's end; a public one is meant to be known. */
export const shownCode = ({ code, isSecret }: Pick<Promotion, 'code' | 'isSecret'>) =>
  isSecret ? `••••${code.slice(-SHOWN)}` : code
