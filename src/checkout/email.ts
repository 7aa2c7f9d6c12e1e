import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { isEmail } from '../accounts/rules.ts'
import type { Instant } from '../day.ts'
import { changeableOrder, changeOpenOrder, type Unchangeable } from '../orders/open-order.ts'

export type EmailChange = { ok: true } | { ok: false; reason: 'not_an_email' } | Unchangeable

/** Never signs anyone in, and doesn't reveal whether the address has an account. */
export async function changeEmail(db: Db, order: Order, typed: string, now: Instant): Promise<EmailChange> {
  const email = typed.trim()
  if (!isEmail(email)) return { ok: false, reason: 'not_an_email' }
  return quickly(db, (tx): EmailChange => {
    const open = changeableOrder(tx, order.id, now)
    if (!open.ok) return open
    saveEmail(tx, open.order, email, now)
    return { ok: true }
  })
}

export function saveEmail(tx: Tx, order: Order, email: string, now: Instant) {
  changeOpenOrder(tx, order, now)
  emailStatement(tx).run({ id: order.id, email })
}

const emailStatement = oncePerDatabase((db) =>
  db
    .update(orders)
    .set({ email: sql`${sql.placeholder('email')}` })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
)
