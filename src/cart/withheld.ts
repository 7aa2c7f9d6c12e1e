import type { Db } from '#db/client.ts'
import { isMember } from '../accounts/members.ts'
import type { Instant } from '../day.ts'
import type { VisitorKey } from '../web/env.ts'

type Sale = { hidden: boolean; earlyUntil: Instant | null }

/** What is no longer sold, and what opens to everyone later from all but members. */
export const isWithheld = (db: Db, { hidden, earlyUntil }: Sale, { user }: VisitorKey): boolean =>
  hidden && (earlyUntil === null || !isMember(db, user?.id ?? null))
