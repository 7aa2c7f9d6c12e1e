import type { Tx } from '#db/client.ts'
import { staffFlags } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

type Reason =
  | 'payment_mismatch'
  | 'unknown_payment'
  | 'card_not_kept'
  | 'first_order_card'
  | 'job_failed'
  | 'ledger'
  | 'address_unconfirmed'

/** Adds a flag once per key. */
export function flagForStaff(
  tx: Tx,
  key: string,
  orderId: number | null,
  reason: Reason,
  detail: string,
  createdAt: Instant,
) {
  tx.insert(staffFlags).values({ key, orderId, reason, detail, createdAt }).onConflictDoNothing().run()
}
