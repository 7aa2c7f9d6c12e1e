import type { User } from '#db/schema/index.ts'

/** Whose data it is about: an account, an address whose owner proved to read it, or both. */
export type Person = {
  user: User | null
  /** In lower case. null: not proven, so nothing that only knows the address belongs to them. */
  email: string | null
}

/** Somebody who signed in. What is kept under their address alone is theirs once they have shown that it is. */
export const personOf = (user: User): Person => ({
  user,
  email: user.emailVerifiedAt === null ? null : user.email,
})
