import type { Order, User } from '#db/schema/index.ts'
import { normalizeEmail } from '../accounts/users.ts'
import { isPlaced } from './states.ts'

/**
 * Who looks at a guest's order by the link of its receipt: somebody signed in with the address it was ordered under, who
 * showed that it is theirs (`claimant`) or did not yet (`unproven`); somebody with another account; or nobody known.
 */
export type Reader = 'claimant' | 'unproven' | 'other' | 'guest'

export function readerOf({ userId, email, state }: Order, user: User | null): Reader {
  if (user === null) return 'guest'
  const isTheirs =
    userId === null && isPlaced(state) && email !== null && normalizeEmail(email) === user.email
  if (!isTheirs) return 'other'
  return user.emailVerifiedAt === null ? 'unproven' : 'claimant'
}
