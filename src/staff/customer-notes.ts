import { and, eq, gt } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { customerNotes, type User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { recordAction } from '../audit/audit.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import { customerSubject } from './customers.ts'

type By = { user: User; now: Instant }

/** The same note again within a minute is a second press. The trail leaves out the words, which can be erased. */
export function addCustomerNote(tx: DurableTx, customer: User, words: string, { user, now }: By) {
  const pressedBefore = tx
    .select({ id: customerNotes.id })
    .from(customerNotes)
    .where(
      and(
        eq(customerNotes.userId, customer.id),
        eq(customerNotes.authorId, user.id),
        eq(customerNotes.words, words),
        gt(customerNotes.createdAt, now - MINUTE_MS),
      ),
    )
    .get()
  if (pressedBefore) return
  tx.insert(customerNotes).values({ userId: customer.id, authorId: user.id, words, createdAt: now }).run()
  const subject = customerSubject(customer)
  recordAction(tx, { actor: actorOf(user), verb: 'customer.note_added', subject, now })
}
