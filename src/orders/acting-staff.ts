import type { Tx } from '#db/client.ts'
import type { ActingStaff, Order } from '#db/schema/index.ts'
import { type AuditSubject, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'

/** An order in the audit trail. */
export const orderSubject = ({ token, identifier }: Pick<Order, 'token' | 'identifier'>): AuditSubject => ({
  kind: 'order',
  token,
  label: identifier,
})

export const changedBy = (staff: ActingStaff | undefined) =>
  staff ? ('staff' as const) : ('shopper' as const)

/** Of a change that staff made for a customer, in its transaction. */
export function recordActing(
  tx: Tx,
  order: Order,
  staff: ActingStaff | undefined,
  action: { verb: 'order.edited' | 'order.moved'; detail: Record<string, unknown> },
  now: Instant,
) {
  if (!staff) return
  const { id, name, reason } = staff
  recordAction(tx, { actor: { id, name }, ...action, subject: orderSubject(order), reason, now })
}
