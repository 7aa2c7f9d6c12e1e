import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Order, orderNotes, type User } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import { orderSubject } from '../../orders/acting-staff.ts'

/** Once per press; false if that press wrote something else. The trail leaves out the text, which may name people: nothing there can be erased. */
export function addNote(
  tx: DurableTx,
  order: Order,
  { text, press }: { text: string; press: string },
  { user, now }: { user: User; now: Instant },
): boolean {
  const { changes } = tx
    .insert(orderNotes)
    .values({ orderId: order.id, userId: user.id, text, press, at: now })
    .onConflictDoNothing()
    .run()
  if (changes === 1)
    recordAction(tx, { actor: actorOf(user), verb: 'order.noted', subject: orderSubject(order), now })
  const known = tx
    .select({ text: orderNotes.text })
    .from(orderNotes)
    .where(and(eq(orderNotes.orderId, order.id), eq(orderNotes.press, press)))
    .get()
  return known?.text === text
}
