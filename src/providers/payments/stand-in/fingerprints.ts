import { createHash } from 'node:crypto'
import type { TestCard } from './test-cards.ts'

/** The same for every use of a card, so that a shop can recognize it. */
export const fingerprint = (card: TestCard) =>
  createHash('sha256').update(card.method).digest('base64url').slice(0, 16)
