import type { User } from '#db/schema/index.ts'

export type Person = Pick<User, 'firstName' | 'lastName' | 'email'>

/** For staff. Without a name, the email. */
export const personName = ({ firstName, lastName, email }: Person) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
