import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { auditEntries, type Order, orders, type User } from '#db/schema/index.ts'
import { personName } from '../accounts/person-name.ts'
import { hasColleague } from '../accounts/roles.ts'
import { recordAction } from '../audit/audit.ts'
import type { GivingAnswer } from '../audit/giving.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { closeFlag, flagForStaff, openFlagsOf } from '../flags/flags.ts'
import { formatCents } from '../money.ts'
import { orderSubject } from '../orders/acting-staff.ts'
import { sha256 } from '../tokens.ts'
import { GIVING_LIMITS } from './giving-limits.ts'

export const OVER_DAY_LIMIT = `You can give away up to ${formatCents(GIVING_LIMITS.dayCents)} a day. Please ask a colleague for the rest.`

type Gift = { userId: number; cents: number; now: Instant; order?: Pick<Order, 'token'>; isCredit?: boolean }

/** Whether it needs a second person, and there is one. */
export function isAboveLimit(tx: DurableTx, { userId, cents, now, order, isCredit }: Gift): boolean {
  const today = gt(auditEntries.at, now - DAY_MS)
  const given = (...of: SQL[]) => givenAlone(tx, userId, of) + cents
  const { dayCents, orderCents, creditCents } = GIVING_LIMITS
  const isAbove =
    given(today) > dayCents ||
    (order !== undefined && given(ofOrder(order)) > orderCents) ||
    (isCredit === true && given(today, inArray(auditEntries.verb, CREDIT_VERBS)) > creditCents)
  return isAbove && hasColleague(tx, userId)
}

const CREDIT_VERBS = ['customer.credit_given', 'customer.credit_taken']

/** Entries of claims and flags name their order. */
const ofOrder = ({ token }: Pick<Order, 'token'>): SQL =>
  sql`${auditEntries.subjectKind} in ('order', 'claim', 'flag')
    and coalesce(json_extract(${auditEntries.detail}, '$.order'), ${auditEntries.subjectToken}) = ${token}`

const givenAlone = (db: Db, userId: number, of: SQL[]): number =>
  db
    .select({ cents: sql<number>`coalesce(sum(json_extract(${auditEntries.detail}, '$.alone_cents')), 0)` })
    .from(auditEntries)
    .where(and(eq(auditEntries.actorId, userId), isKept, ...of))
    .get()?.cents ?? 0

/** Entries name the box that they sent again. Canceled before it left, it was not given. */
const isKept = sql`not exists (select 1 from ${orders} where ${orders.state} = 'canceled'
  and ${orders.identifier} = json_extract(${auditEntries.detail}, '$.as'))`

type OrderGift = {
  user: User
  order: Order
  /** What is done, for the trail and for the colleague who reads the flag. */
  door: 'cancel' | 'edit' | 'reship' | 'claim'
  /** Two people have to do the same. */
  content: unknown
  cents: number
  now: Instant
}

const markOf = ({ door, order, content }: OrderGift) =>
  `giving_waits:${door}:${order.token}:${sha256(JSON.stringify(content)).slice(0, 16)}`

const openAskOf = (tx: DurableTx, gift: OrderGift) =>
  openFlagsOf(tx, gift.order.id).find(({ key }) => key.startsWith(`${markOf(gift)}:`))

/** Above the limit, the first person asks by doing it. @returns why it has to wait, or null */
export function askSecondPerson(tx: DurableTx, gift: OrderGift): string | null {
  const { user, order, cents, now } = gift
  const open = openAskOf(tx, gift)
  if (open && open.subjectId !== user.id) return null
  if (!isAboveLimit(tx, { userId: user.id, cents, now, order })) return null
  if (!open) ask(tx, gift, `${markOf(gift)}:${now}`)
  return `This gives back ${formatCents(cents)}, which needs a second person. Nothing was changed. A colleague has to do the same to approve it.`
}

/** Another person approves by doing the same. */
export function giveOfOrder(tx: DurableTx, gift: OrderGift): GivingAnswer {
  const { user, cents, now } = gift
  const message = askSecondPerson(tx, gift)
  if (message) return { ok: false, message }
  const open = openAskOf(tx, gift)
  if (open && open.subjectId !== user.id) {
    closeFlag(tx, open.key, `Approved by ${personName(user)}, who did the same.`, now)
    return { ok: true, detail: {} }
  }
  if (open) closeFlag(tx, open.key, 'It fits into the limit now.', now)
  return { ok: true, detail: cents > 0 ? { alone_cents: cents } : {} }
}

const DOING = {
  cancel: 'cancel this order',
  edit: 'take items out of this box',
  reship: 'send this box again',
  claim: 'answer this order’s claim',
}

function ask(tx: DurableTx, { user, order, door, cents, now }: OrderGift, key: string) {
  flagForStaff(tx, {
    kind: 'giving_waits',
    key,
    detail: `${personName(user)} wants to ${DOING[door]}, worth ${formatCents(cents)}.`,
    orderId: order.id,
    subjectId: user.id,
    now,
  })
  recordAction(tx, {
    actor: { id: user.id, name: personName(user) },
    verb: `order.${door}_asked`,
    subject: orderSubject(order),
    detail: { cents },
    now,
  })
}
