import type { BadgeProof } from '#db/schema/index.ts'
import type { Day } from '../day.ts'

type Proofs = readonly Pick<BadgeProof, 'badge' | 'validUntil'>[]

/** A proof holds through its last day. A badge without a proof doesn't lapse. */
export const isLapsed = (proofs: Proofs, badge: string, today: Day): boolean =>
  proofs.some((proof) => proof.badge === badge && proof.validUntil !== null && proof.validUntil < today)

export const withoutLapsed = (badges: string[], proofs: Proofs, today: Day): string[] =>
  badges.filter((badge) => !isLapsed(proofs, badge, today))
