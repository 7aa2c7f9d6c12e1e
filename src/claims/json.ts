import { iso } from '../privacy/iso.ts'
import type { ClaimFacts } from './claims.ts'

export const claimJson = (claim: ClaimFacts) => ({
  id: claim.id,
  kind: claim.kind,
  note: claim.note,
  lines: claim.lines.map(({ token, name, label }) => ({ bid_item_token: token, name, label })),
  photos: claim.photos.length,
  made_at: iso(claim.createdAt),
  state: claim.answer === null ? 'open' : 'answered',
  answer: claim.answer,
  answered_at: iso(claim.answeredAt),
  words: claim.words,
  refunded_cents: claim.cardCents + claim.giftCents,
  credit_cents: claim.creditCents,
})
