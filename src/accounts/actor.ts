import type { User } from '#db/schema/index.ts'
import type { Actor } from '../audit/audit.ts'
import { personName } from './person-name.ts'

/** Who did something, for the audit trail. */
export const actorOf = (user: User): NonNullable<Actor> => ({ id: user.id, name: personName(user) })
