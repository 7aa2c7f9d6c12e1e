import type { Order, User } from '#db/schema/index.ts'
import { normalizeEmail } from '../accounts/users.ts'
import { isPlaced } from './states.ts'

/**
 * Who opened a guest's order through its receipt link. A `claimant` is signed in with the order's email, verified;
 * an `unproven` reader has not verified it yet; `other` has another account; a `guest` is not signed in.
 */
export type Reader = 'claimant' | 'unproven' | 'other' | 'guest'

export function readerOf({ userId, email, state }: Order, user: User | null): Reader {
  if (user === null) return 'guest'
  const isTheirs =
    userId === null && isPlaced(state) && email !== null && normalizeEmail(email) === user.email
  if (!isTheirs) return 'other'
  return user.emailVerifiedAt === null ? 'unproven' : 'claimant'
}
