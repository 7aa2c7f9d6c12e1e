import type { Tx } from '#db/client.ts'
import type { MembershipBox } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { type BoxNotice, mailBox } from './mails.tsx'

/** Call it in the transaction that causes the notice, so it's sent exactly once. */
export function announceBox(tx: Tx, { id, number }: MembershipBox, notice: BoxNotice, now: Instant) {
  const key = `membership_box:${id}:${number}:${notice.kind}:${now}`
  enqueue(tx, mailBox, { boxId: id, at: now, ...notice }, { key, now })
}
