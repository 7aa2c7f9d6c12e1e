import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { durably } from '#db/client.ts'
import { farmEntries, farmStatements, farms, orderLines, shopEntries } from '#db/schema/index.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { leftToPay, recordPayout } from '#src/farm-money/payouts.ts'
import { periodOf } from '#src/farm-money/periods.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { postOrder } from '#src/farm-money/post-order.ts'
import { periodsOf } from '#src/farm-money/statement-list.ts'
import { closeStatement, statementOf } from '#src/farm-money/statements.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import type { World } from './world.ts'

/** Posts all orders to the ledger. @returns its problems; posting everything again must add nothing */
export async function booksOf({ db, services, clock }: Pick<World, 'db' | 'services' | 'clock'>) {
  const before = ledgerProblems(db)
  await postOrders(services)
  const rows = () =>
    [farmEntries, shopEntries].flatMap((table) => db.select({ id: table.id }).from(table).all()).length
  const count = rows()
  const orderIds = db.selectDistinct({ id: shopEntries.orderId }).from(shopEntries).all()
  await durably(db, (tx) => {
    for (const { id } of orderIds) postOrder(tx, id, clock.now())
  })
  const again = rows() === count ? [] : ['orders were entered twice']
  return [...before, ...ledgerProblems(db), ...again]
}

/** A farm's entries for an order: kind, packs, sold, commission. */
export const entriesOf = (db: Db, orderId: number) =>
  db
    .select()
    .from(farmEntries)
    .where(eq(farmEntries.orderId, orderId))
    .orderBy(asc(farmEntries.id))
    .all()
    .map(({ kind, units, soldCents, feeCents }) => [kind, units, soldCents, feeCents])

export function soldCents(db: Db, orderId: number): number {
  const rows = db.select().from(farmEntries).where(eq(farmEntries.orderId, orderId)).all()
  return rows.reduce((sum, row) => sum + row.soldCents, 0)
}

export const linesOf = (db: Db, orderId: number) =>
  db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).all()

export function farmById(db: Db, id: number) {
  const farm = db.select().from(farms).where(eq(farms.id, id)).get()
  if (!farm) throw new Error(`no farm ${id}`)
  return farm
}

/** The farm whose packs are in the order. @throws unless there's exactly one */
export function farmOfOrder(db: Db, orderId: number) {
  const ids = new Set(
    db
      .select()
      .from(farmEntries)
      .where(eq(farmEntries.orderId, orderId))
      .all()
      .map(({ farmId }) => farmId),
  )
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) throw new Error(`${ids.size} farms in order ${orderId}`)
  return farmById(db, id)
}

/** Closes every past month of every farm, in order. @returns why any couldn't be closed */
export async function closeMonths({ db, services }: Pick<World, 'db' | 'services'>): Promise<string[]> {
  const { log } = services
  const now = services.clock.now()
  await postOrders(services)
  return durably(db, (tx) =>
    tx
      .select()
      .from(farms)
      .all()
      .flatMap(({ id, slug }) =>
        periodsOf(tx, id)
          .filter((period) => period < periodOf(now))
          .reverse()
          .flatMap((period) => {
            const seenCents = statementOf(tx, id, period).owedCents
            const closed = closeStatement(tx, id, period, { seenCents, now, log })
            return closed.ok ? [] : [`${slug} can't close ${period}: ${closed.code}`]
          }),
      ),
  )
}

/** Pays what's owed for closed months, one payout per statement. */
export const payAll = ({ db, clock }: Pick<World, 'db' | 'clock'>) =>
  durably(db, (tx) => {
    const now = clock.now()
    for (const { id } of tx.select().from(farmStatements).all()) {
      const cents = leftToPay(tx, id)
      const payout = {
        statementId: id,
        cents,
        paidOn: dayIn(SHOP_ZONE, now),
        reference: 'ACH',
        key: `all:${id}`,
      }
      if (cents > 0) recordPayout(tx, payout, now)
    }
  })
