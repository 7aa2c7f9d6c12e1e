import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Payment, payments } from '#db/schema/index.ts'
import { type OrderOwner, ordersOf } from '../orders/erase.ts'
import type { Services } from '../services.ts'
import { settle } from './finalize.ts'
import { cancelIntent, ifAnswered } from './provider.ts'
import { withMutex } from './single-flight.ts'

/**
 * Before a person is erased, because nobody could be told of a charge that succeeds later. What can't be canceled, as
 * while the bank processes it or the provider is down, stays open (`hasOpenIntent`).
 */
export async function cancelOpenIntents(services: Services, whose: OrderOwner) {
  for (const { orderId, intentId } of openIntentsOf(services.db, whose)) {
    if (intentId !== null)
      await withMutex(services, `order:${orderId}`, () => cancelQuietly(services, intentId))
  }
}

const cancelQuietly = (services: Services, intentId: string) =>
  ifAnswered(services, async () => settle(services, await cancelIntent(services.stripe, intentId)))

export const hasOpenIntent = (db: Db, whose: OrderOwner): boolean => openIntentsOf(db, whose).length > 0

function openIntentsOf(db: Db, whose: OrderOwner): Payment[] {
  const orderIds = ordersOf(db, whose).map(({ id }) => id)
  return db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.orderId, orderIds),
        sql`${payments.status} = 'open'`,
        isNotNull(payments.intentId),
      ),
    )
    .all()
}
