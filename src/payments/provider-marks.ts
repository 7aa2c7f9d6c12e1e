import { inArray, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { moneyMovements, shopFacts } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** How far the provider's ledger was read: its newest row, and our newest one when that reading began. */
export type Marks = { through: Instant; movementId: number }

const NAMES = { through: 'provider_ledger_through', movementId: 'provider_ledger_movement' } as const

export function readMarks(db: Db): Marks {
  const facts = new Map(
    db
      .select()
      .from(shopFacts)
      .where(inArray(shopFacts.name, Object.values(NAMES)))
      .all()
      .map(({ name, value }) => [name, Number(value)]),
  )
  return { through: facts.get(NAMES.through) ?? 0, movementId: facts.get(NAMES.movementId) ?? 0 }
}

export function keepMarks(tx: DurableTx, marks: Marks) {
  for (const key of ['through', 'movementId'] as const) {
    const value = String(marks[key])
    tx.insert(shopFacts)
      .values({ name: NAMES[key], value })
      .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
      .run()
  }
}

export const newestMovement = (db: Db): number =>
  db
    .select({ id: sql<number>`coalesce(max(${moneyMovements.id}), 0)` })
    .from(moneyMovements)
    .get()?.id ?? 0
