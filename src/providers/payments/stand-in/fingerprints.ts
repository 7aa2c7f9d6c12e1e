import { createHash } from 'node:crypto'
import type { TestCard } from './test-cards.ts'

/** The same for a card at every use, which is how a shop knows a card again. */
export const fingerprint = (card: TestCard) =>
  createHash('sha256').update(card.method).digest('base64url').slice(0, 16)
