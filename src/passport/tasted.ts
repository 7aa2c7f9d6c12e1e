import { and, eq, exists, isNotNull, min, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { offers, orderLines, orders, type User, users } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { cutFacts } from './cut-facts.ts'
import { cameAsOrdered } from './cuts.ts'
import type { TastedCut } from './stamps.ts'

/**
 * Every cut that came to this person, the oldest first. A gift counts for its recipient once they have an account with
 * that address, and for its buyer until then. A cut that came twice, or again in place of a bad one, is one cut.
 */
export function tastedBy(db: Db, user: User): TastedCut[] {
  const { bought: ofBought, given: ofGiven } = statements(db)
  const { id: userId, email } = user
  const given = user.emailVerifiedAt === null ? [] : ofGiven.all({ userId, email })
  const first = new Map<number, First>()
  for (const row of given) first.set(row.varietyId, { ...row, isBought: false })
  for (const row of ofBought.all({ userId })) first.set(row.varietyId, { ...row, isBought: true })
  const facts = cutFacts(db, [...first.keys()])
  return [...first.values()]
    .sort((a, b) => byDay(a.firstOn, b.firstOn) || a.varietyId - b.varietyId)
    .flatMap(({ varietyId, firstOn, isBought }) => {
      const cut = facts.get(varietyId)
      return cut ? [{ ...cut, firstOn, isBought }] : []
    })
}

type First = { varietyId: number; firstOn: Day; isBought: boolean }

const byDay = (a: Day, b: Day) => (a < b ? -1 : a > b ? 1 : 0)

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
    .select({ varietyId: offers.varietyId, firstOn: sql<Day>`${min(orders.arrivalOn)}` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(and(whose, eq(orders.state, 'delivered'), isNotNull(orders.arrivalOn), cameAsOrdered(db)))
    .groupBy(offers.varietyId)
    .prepare()

const statements = oncePerDatabase((db) => ({
  bought: cutsIn(db, and(eq(orders.userId, reader), not(isGiftOfAnother(db)))),
  given: cutsIn(db, isGiftToReader),
}))
