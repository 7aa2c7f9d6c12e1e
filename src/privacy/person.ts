import type { User } from '#db/schema/index.ts'

/** An account, a proved email address, or both. */
export type Person = {
  user: User | null
  /** In lower case. Null until proved: data stored under the address alone may be someone else's. */
  email: string | null
}

export const personOf = (user: User): Person => ({
  user,
  email: user.emailVerifiedAt === null ? null : user.email,
})
