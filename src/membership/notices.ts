import type { Tx } from '#db/client.ts'
import type { MembershipBox } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { type BoxNotice, mailBox } from './mails.tsx'

/** In the transaction of its cause, so that it's sent once. */
export function announceBox(tx: Tx, { id, number }: MembershipBox, notice: BoxNotice, now: Instant) {
  const key = `membership_box:${id}:${number}:${notice.kind}:${now}`
  enqueue(tx, mailBox, { boxId: id, at: now, ...notice }, { key, now })
}
