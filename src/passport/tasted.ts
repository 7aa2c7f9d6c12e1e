import { and, asc, eq, exists, isNotNull, min, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, offers, orderLines, orders, type User, users, varieties } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { cameAsOrdered, cutColumns } from './cuts.ts'
import type { TastedCut } from './stamps.ts'

/**
 * Every cut that came to this person, the oldest first. A gift counts for its recipient once they have an account with
 * that address, and for its buyer until then. A cut that came twice, or again in place of a bad one, is one cut.
 */
export function tastedBy(db: Db, user: User): TastedCut[] {
  const { bought: ofBought, given: ofGiven } = statements(db)
  const { id: userId, email } = user
  const bought = ofBought.all({ userId }).map(cutOf(true))
  const given = user.emailVerifiedAt === null ? [] : ofGiven.all({ userId, email }).map(cutOf(false))
  const known = new Set(bought.map(({ varietyId }) => varietyId))
  return [...bought, ...given.filter(({ varietyId }) => !known.has(varietyId))].sort(
    (a, b) => a.firstOn.localeCompare(b.firstOn) || a.varietyId - b.varietyId,
  )
}

const reader = sql.placeholder('userId')

const isGiftToReader = and(
  isNotNull(orders.giftRecipientEmail), // the index has only these
  eq(sql`lower(${orders.giftRecipientEmail})`, sql.placeholder('email')),
  eq(orders.giftOrder, true),
  sql`${orders.userId} is not ${reader}`,
)

/** For the recipient's own account it is no gift of another. */
function isGiftOfAnother(db: Db) {
  const recipient = alias(users, 'recipient')
  return and(
    eq(orders.giftOrder, true),
    exists(
      db
        .select({ id: recipient.id })
        .from(recipient)
        .where(
          and(
            eq(recipient.email, sql`lower(${orders.giftRecipientEmail})`),
            isNotNull(recipient.emailVerifiedAt),
            ne(recipient.id, reader),
          ),
        ),
    ),
  ) as SQL
}

const cutsIn = (db: Db, whose: SQL | undefined) =>
  db
    .select({
      ...cutColumns,
      part: varieties.cut,
      animal: varieties.animal,
      state: farms.state,
      badges: farms.badges,
      firstOn: min(orders.arrivalOn),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(and(whose, eq(orders.state, 'delivered'), isNotNull(orders.arrivalOn), cameAsOrdered(db)))
    .groupBy(varieties.id)
    .orderBy(asc(varieties.id))
    .prepare()

const statements = oncePerDatabase((db) => ({
  bought: cutsIn(db, and(eq(orders.userId, reader), not(isGiftOfAnother(db)))),
  given: cutsIn(db, isGiftToReader),
}))

type CutRow = ReturnType<ReturnType<typeof cutsIn>['all']>[number]

const cutOf =
  (isBought: boolean) =>
  ({ firstOn, ...cut }: CutRow): TastedCut => ({ ...cut, firstOn: firstOn as Day, isBought })
