import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Dispute, disputes, type Payment } from '#db/schema/index.ts'

export const disputesOf = (db: Db, orderId: number): Dispute[] =>
  db.select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(desc(disputes.openedAt)).all()

export const disputesOfPayment = (db: Db, { id, orderId }: Pick<Payment, 'id' | 'orderId'>): Dispute[] =>
  disputesOf(db, orderId).filter(({ paymentId }) => paymentId === id)

/** What the bank has taken, less what came back. */
export const takenCents = (ours: Dispute[]): number =>
  ours.reduce((sum, { withdrawnCents, reinstatedCents }) => sum + withdrawnCents - reinstatedCents, 0)
