import type { Tx } from '#db/client.ts'
import { actorOf } from '../accounts/actor.ts'
import { type AuditSubject, recordAction, type StaffAction } from '../audit/audit.ts'
import type { Clerk } from './clerk.ts'

type ClerkAction = Omit<StaffAction, 'actor' | 'subject'> & {
  kind: string
  /** Within the center. */
  id: string | number
  name: string
}

/**
 * What a clerk did that no ledger keeps with its author. Stock movements, receipts, packed boxes, packaging and jobs
 * have theirs in their own rows, which nobody edits: they aren't written twice.
 */
export function recordClerk(tx: Tx, { user, center }: Clerk, { kind, id, name, ...action }: ClerkAction) {
  const subject: AuditSubject = { kind, token: `${center.slug}/${id}`, label: `${name}, ${center.name}` }
  recordAction(tx, { actor: actorOf(user), subject, ...action })
}
