import { z } from 'zod'
import type { BadgeProof } from '#db/schema/index.ts'
import { day, field, text } from './fields.ts'

const MAX_PROOFS = 12
/** Between the parts of a proof in a CSV cell, whose items `|` separates. */
const PARTS = /\s*;\s*/

const Proof = z.strictObject({
  badge: text(40),
  claim: text(200),
  evidence: text(200),
  checked_on: day,
  valid_until: day.nullish(),
})

export const badgeProofs = field(
  (input) => (Array.isArray(input) && input.length <= MAX_PROOFS ? proofsOf(input) : null),
  `at most ${MAX_PROOFS} proofs with badge, claim, evidence, checked_on and perhaps valid_until, one a badge`,
)

function proofsOf(items: unknown[]): BadgeProof[] | null {
  const read = items.flatMap(
    (item) => Proof.safeParse(typeof item === 'string' ? fromCell(item) : item).data ?? [],
  )
  const badges = new Set(read.map(({ badge }) => badge))
  if (read.length !== items.length || badges.size !== items.length) return null
  return read.map(({ badge, claim, evidence, checked_on, valid_until }) => ({
    badge,
    claim,
    evidence,
    checkedOn: checked_on,
    validUntil: valid_until ?? null,
  }))
}

function fromCell(item: string) {
  const [badge, claim, evidence, checked_on, valid_until, ...rest] = item.split(PARTS)
  return rest.length > 0 ? null : { badge, claim, evidence, checked_on, valid_until: valid_until || null }
}
