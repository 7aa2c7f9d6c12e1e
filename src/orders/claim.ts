import type { Order, User } from '#db/schema/index.ts'
import { accountEmail } from '../accounts/users.ts'
import { isPlaced } from './states.ts'

/** A guest's order under an address that is proven to be this account's. */
export const isClaimable = ({ userId, email, state }: Order, user: User | null): boolean =>
  user !== null &&
  user.emailVerifiedAt !== null &&
  userId === null &&
  isPlaced(state) &&
  email !== null &&
  accountEmail(email) === user.email
