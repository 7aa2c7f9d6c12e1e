import { and, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims, customerNotes, memberships, orders, staffFlags, type User, users } from '#db/schema/index.ts'
import { normalizeEmail } from '../accounts/users.ts'
import { chargedCents } from '../orders/returned-money.ts'
import { placedTotals } from '../pricing/placed-price.ts'
import { beginsWith } from './begins-with.ts'
import { pastedText } from './pasted-text.ts'

export const CUSTOMERS_PER_PAGE = 25

export type CustomerList = ReturnType<typeof searchCustomers>

/** The newest first. By the start of an email, the start or end of a phone, or any part of a name, in any order. */
export function searchCustomers(db: Db, typed: string, page: number) {
  const where = matching(typed)
  const total = db.select({ n: count() }).from(users).where(where).get()?.n ?? 0
  const rows = selectRows(db)
    .where(where)
    .orderBy(desc(users.id))
    .limit(CUSTOMERS_PER_PAGE)
    .offset((page - 1) * CUSTOMERS_PER_PAGE)
    .all()
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / CUSTOMERS_PER_PAGE)) }
}

/** The ids of all its pages, at most `limit`. */
export const listedCustomers = (db: Db, typed: string, limit: number): number[] =>
  db
    .select({ id: users.id })
    .from(users)
    .where(matching(typed))
    .orderBy(desc(users.id))
    .limit(limit)
    .all()
    .map(({ id }) => id)

/** The newest first. */
export const customerRows = (db: Db, ids: number[]): CustomerRow[] =>
  selectRows(db).where(inArray(users.id, ids)).orderBy(desc(users.id)).all()

const selectRows = (db: Db) =>
  db
    .select({
      token: users.token,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      createdAt: users.createdAt,
      orders: sql<number>`(select count(*) from orders where orders.user_id = users.id and placed_at is not null)`,
      isMember: sql<number>`exists (select 1 from memberships where memberships.user_id = users.id and state = 'active')`,
    })
    .from(users)

export type CustomerRow = CustomerList['rows'][number]

function matching(asTyped: string): SQL {
  const typed = pastedText(asTyped).trim()
  if (typed === '') return gt(users.id, 0) // by its key, so that a page reads its own rows only
  if (typed.includes('@')) return beginsWith(users.email, normalizeEmail(typed))
  const digits = typed.replaceAll(/[\s().+\u2010-\u2015-]/g, '')
  if (/^\d{4,}$/.test(digits)) return byPhone(digits)
  const name = sql`coalesce(first_name, '') || ' ' || coalesce(last_name, '')`
  const words = typed
    .slice(0, 200)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const inName = and(...words.map((word) => sql`${name} glob ${`*${globOf(word)}*`}`))
  return sql`(${inName ?? sql`false`} or email like ${`${escaped(typed)}%`} escape '\\')`
}

/** Their own phone, or one that they gave with an order. */
function byPhone(digits: string): SQL {
  const start = `+${digits.length > 10 ? '' : '1'}${digits}`
  const withOrder = (isMatch: SQL) => sql`users.id in (select user_id from orders
    where ${isMatch} and delivery_phone is not null and placed_at is not null)`
  const starts = sql`${beginsWith(users.phone, start)} or ${withOrder(beginsWith(orders.deliveryPhone, start))}`
  if (digits.length >= 10) return sql`(${starts})`
  const end = `%${digits}`
  return sql`(${starts} or ${users.phone} like ${end}
    or ${withOrder(sql`substr(delivery_phone, -4) = ${digits.slice(-4)} and delivery_phone like ${end}`)})`
}

/** As people leave them out, or type them on a phone. */
const ALIKE = ['aáàâäãå', 'cç', 'eéèêë', 'iíìîï', 'nñ', 'oóòôöõø', 'uúùûü', 'yýÿ', "'’‘"]

/** SQLite folds the case of ASCII only, so each letter stands for all like it, in both cases. */
const globOf = (word: string): string =>
  [...word.toLowerCase()]
    .map((letter) => ALIKE.find((letters) => letters.includes(letter)) ?? letter)
    .map((letters) => (']^'.includes(letters) ? letters : `[${letters}${letters.toUpperCase()}]`))
    .join('')

const escaped = (typed: string) => typed.replaceAll(/[\\%_]/g, '\\$&')

const SHOWN = 25

export const ordersOf = (db: Db, userId: number) =>
  db
    .select({
      id: orders.id,
      token: orders.token,
      identifier: orders.identifier,
      state: orders.state,
      ...placedTotals,
      placedAt: orders.placedAt,
      arrivalOn: orders.arrivalOn,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.placedAt)))
    .orderBy(desc(orders.placedAt))
    .limit(SHOWN)
    .all()
    .map((order) => ({ ...order, totalCents: chargedCents(db, order) }))

export const membershipsOf = (db: Db, userId: number) =>
  db.select().from(memberships).where(eq(memberships.userId, userId)).limit(SHOWN).all()

export const notesOf = (db: Db, userId: number) =>
  db
    .select({
      words: customerNotes.words,
      createdAt: customerNotes.createdAt,
      author: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(customerNotes)
    .leftJoin(users, eq(users.id, customerNotes.authorId))
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.id))
    .limit(100)
    .all()

export const claimsOf = (db: Db, userId: number) =>
  db
    .select({
      id: claims.id,
      kind: claims.kind,
      answer: claims.answer,
      createdAt: claims.createdAt,
      identifier: orders.identifier,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(claims.id))
    .limit(SHOWN)
    .all()

export const openFlagsOfCustomer = (db: Db, userId: number) =>
  db
    .select({ id: staffFlags.id, kind: staffFlags.kind, identifier: orders.identifier })
    .from(staffFlags)
    .innerJoin(orders, eq(orders.id, staffFlags.orderId))
    .where(
      and(
        isNull(staffFlags.resolvedAt),
        inArray(
          staffFlags.orderId,
          db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)),
        ),
      ),
    )
    .orderBy(desc(staffFlags.id))
    .limit(SHOWN)
    .all()

/** A label for the trail, where nothing can be erased: the name itself is read from the account. */
export const customerSubject = ({ token }: Pick<User, 'token'>) => ({
  kind: 'customer',
  token,
  label: `customer ${token.slice(0, 6)}`,
})
