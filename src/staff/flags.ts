import { and, asc, count, desc, eq, inArray, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client.ts'
import { jobs, offers, orders, priceProposals, staffFlags, users } from '#db/schema/index.ts'
import { JOB_FLAGS } from '../flags/kinds.ts'
import { chargedCents } from '../orders/returned-money.ts'
import { placedTotals } from '../pricing/placed-price.ts'
import type { FlagFilters } from './flag-filters.ts'

export const FLAGS_PER_PAGE = 25

const owners = alias(users, 'owners')
const resolvers = alias(users, 'resolvers')

type FlagRow = ReturnType<typeof selectFlags>['_']['result'][number]

const person = <Table extends typeof owners | typeof resolvers>(table: Table) => ({
  token: table.token as Table['token'],
  firstName: table.firstName as Table['firstName'],
  lastName: table.lastName as Table['lastName'],
  email: table.email as Table['email'],
})

/** With everything that staff need to judge it. */
const selectFlags = (db: Db) =>
  db
    .select({
      flag: staffFlags,
      owner: person(owners),
      resolver: person(resolvers),
      order: {
        id: orders.id,
        token: orders.token,
        identifier: orders.identifier,
        state: orders.state,
        email: orders.email,
        name: orders.deliveryName,
        ...placedTotals,
        arrivalOn: orders.arrivalOn,
      },
      /** Of the offer whose price a farm would change. */
      price: { priceCents: offers.priceCents, poundCents: offers.poundCents },
      job: { kind: jobs.kind, state: jobs.state, error: jobs.error, attempts: jobs.attempts },
    })
    .from(staffFlags)
    .leftJoin(owners, eq(owners.id, staffFlags.ownerId))
    .leftJoin(resolvers, eq(resolvers.id, staffFlags.resolvedById))
    .leftJoin(orders, eq(orders.id, staffFlags.orderId))
    .leftJoin(
      priceProposals,
      and(eq(staffFlags.kind, 'price_proposed'), eq(priceProposals.id, staffFlags.subjectId)),
    )
    .leftJoin(offers, eq(offers.id, priceProposals.offerId))
    .leftJoin(jobs, and(inArray(staffFlags.kind, JOB_FLAGS), eq(jobs.id, staffFlags.subjectId)))

/** With what the order's page shows as charged. */
const withCharged = (db: Db, { order, ...row }: FlagRow) => ({
  ...row,
  order: order && { ...order, totalCents: chargedCents(db, order) },
})

export type Flag = ReturnType<typeof withCharged>

export function flagById(db: Db, id: number): Flag | null {
  const row = selectFlags(db).where(eq(staffFlags.id, id)).get()
  return row ? withCharged(db, row) : null
}

/** Open ones: what is due soonest, then the oldest. Resolved ones: the latest. */
export function listFlags(db: Db, filters: FlagFilters, page: number) {
  const found = db
    .select({ total: count(), oldestAt: min(staffFlags.createdAt) })
    .from(staffFlags)
    .where(matching(filters))
    .get()
  const { total, oldestAt } = found ?? { total: 0, oldestAt: null }
  const pages = Math.max(1, Math.ceil(total / FLAGS_PER_PAGE))
  const flags = selectFlags(db)
    .where(matching(filters))
    .orderBy(...(filters.state === 'open' ? FIRST_DUE_FIRST : LAST_RESOLVED_FIRST))
    .limit(FLAGS_PER_PAGE)
    .offset((page - 1) * FLAGS_PER_PAGE)
    .all()
    .map((row) => withCharged(db, row))
  return { flags, total, oldestAt, page, pages }
}

export type FlagList = ReturnType<typeof listFlags>

const FIRST_DUE_FIRST = [
  asc(sql`${staffFlags.dueAt} is null`),
  asc(staffFlags.dueAt),
  asc(staffFlags.createdAt),
  asc(staffFlags.id),
]
const LAST_RESOLVED_FIRST = [desc(staffFlags.resolvedAt), desc(staffFlags.id)]

function matching({ state, kinds, owner }: FlagFilters): SQL | undefined {
  return and(
    state === 'open' ? isNull(staffFlags.resolvedAt) : isNotNull(staffFlags.resolvedAt),
    kinds === null ? undefined : inArray(staffFlags.kind, kinds),
    owner === null
      ? undefined
      : owner === 'nobody'
        ? isNull(staffFlags.ownerId)
        : eq(staffFlags.ownerId, owner),
  )
}
