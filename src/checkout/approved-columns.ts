import { eq, sql } from 'drizzle-orm'
import { oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { ADDRESS_COLUMNS } from '../orders/order-address.ts'

const APPROVED_COLUMNS = [
  ...ADDRESS_COLUMNS,
  'addressStatus',
  'addressVerifiedAt',
  'postalCodeDelayAccepted',
  'transitDays',
  'fcId',
  'arrivalOn',
  'shipOn',
  'lockAt',
  'chargeAt',
  'expedited',
  'termsPromisedAt',
] as const satisfies (keyof Order)[]

export type ApprovedColumns = Pick<Order, (typeof APPROVED_COLUMNS)[number]>

export const saveApproved = (tx: Tx, id: number, columns: ApprovedColumns) =>
  void saveStatement(tx).run({ id, ...columns })

const saveStatement = oncePerDatabase((db) =>
  db
    .update(orders)
    .set({
      state: 'addressed',
      ...Object.fromEntries(
        APPROVED_COLUMNS.map((name) => [name, sql`${sql.param(sql.placeholder(name), orders[name])}`]),
      ),
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
)
