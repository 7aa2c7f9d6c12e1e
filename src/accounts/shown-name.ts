import type { User } from '#db/schema/index.ts'
import { holdsLink } from '../web/fields.ts'

/** A name with a web address would make our mail or page an advertisement for it. */
export const firstNameForStrangers = ({ firstName }: Pick<User, 'firstName'>): string | null =>
  firstName !== null && holdsLink(firstName) ? null : firstName
