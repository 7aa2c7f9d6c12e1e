import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  lots,
  offers,
  orders,
  type Recall,
  recallLots,
  recallOrders,
  recallPeople,
  recalls,
  varieties,
} from '#db/schema/index.ts'
import { csvFile } from '../csv.ts'
import type { Day, Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { iso } from '../privacy/iso.ts'
import { lotCode } from '../stock/lots.ts'
import { isStale, versionOf } from '../tokens.ts'
import { mailRecall } from './recall-mails.tsx'
import { isToEmail, reachOf } from './recall-reach.ts'

export const recallAt = (db: Db, fcId: number, id: number): Recall | null =>
  db
    .select()
    .from(recalls)
    .where(and(eq(recalls.id, id), eq(recalls.fcId, fcId)))
    .get() ?? null

const RECALLS_SHOWN = 100

export const listRecalls = (db: Db, fcId: number) =>
  db
    .select({
      id: recalls.id,
      reason: recalls.reason,
      recallClass: recalls.recallClass,
      createdAt: recalls.createdAt,
      sentAt: recalls.sentAt,
      lots: sql<string>`(select group_concat(distinct lots.code) from recall_lots
        inner join lots on lots.id = recall_lots.lot_id where recall_lots.recall_id = recalls.id)`,
      boxes: sql<number>`(select count(*) from recall_orders where recall_id = recalls.id)`,
    })
    .from(recalls)
    .where(eq(recalls.fcId, fcId))
    .orderBy(desc(recalls.id))
    .limit(RECALLS_SHOWN)
    .all()

export type RecallRow = ReturnType<typeof listRecalls>[number]

type SentRecall = Pick<Recall, 'fcId' | 'userId' | 'reason' | 'recallClass' | 'caseNumber'>

/** The newest recall that says the same of the same lots: what a form that is sent twice had started. */
export function sameRecall(db: Db, sent: SentRecall, typed: string[]): number | null {
  const isSame = (['fcId', 'userId', 'reason', 'recallClass', 'caseNumber'] as const).map(
    (key) => sql`${recalls[key]} is ${sent[key]}`,
  )
  const last = db
    .select({ id: recalls.id })
    .from(recalls)
    .where(and(...isSame))
    .orderBy(desc(recalls.id))
    .limit(1)
    .get()
  if (!last) return null
  const recalled = db
    .select({ token: lots.token, code: lots.code })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .where(eq(recallLots.recallId, last.id))
    .all()
  const isNamed = (lot: (typeof recalled)[number]) => (name: string) =>
    lot.token === name || lot.code === lotCode(name)
  const names = typed.every((name) => recalled.some((lot) => isNamed(lot)(name)))
  return names && recalled.every((lot) => typed.some(isNamed(lot))) ? last.id : null
}

const LOTS_SHOWN = 200

/** Lots that could be recalled, the newest first. */
export const recallableLots = (db: Db, fcId: number) =>
  db
    .select({
      token: lots.token,
      code: lots.code,
      bestBy: lots.bestBy,
      unitsLeft: lots.unitsLeft,
      name: sql<string>`${varieties.name} || ', ' || ${offers.label}`,
    })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(lots.fcId, fcId), sql`${lots.state} <> 'recalled'`))
    .orderBy(desc(lots.id))
    .limit(LOTS_SHOWN)
    .all()

export type RecallableLot = ReturnType<typeof recallableLots>[number]

export type RecallView = ReturnType<typeof recallView>

export const recallView = (db: Db, recall: Recall) => ({
  ...recall,
  lots: db
    .select({
      code: lots.code,
      // Of a lot that the dock never checked in, nobody knows it.
      bestBy: sql<Day | null>`iif(exists (select 1 from stock_movements where lot_id = lots.id), lots.best_by, null)`,
      unitsLeft: lots.unitsLeft,
      name: sql<string>`${varieties.name} || ', ' || ${offers.label}`,
    })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(recallLots.recallId, recall.id))
    .all(),
  people: peopleOf(db, recall.id),
})

export type RecallPerson = ReturnType<typeof peopleOf>[number]

/** Those to tell first, then those whose boxes are held. */
const peopleOf = (db: Db, recallId: number) =>
  db
    .select({
      id: recallPeople.id,
      role: recallPeople.role,
      name: recallPeople.name,
      email: recallPeople.email,
      phone: recallPeople.phone,
      sentAt: recallPeople.sentAt,
      toldBy: recallPeople.toldBy,
      identifier: orders.identifier,
      token: orders.token,
      state: orders.state,
      box: recallOrders.box,
      units: recallOrders.units,
    })
    .from(recallPeople)
    .innerJoin(orders, eq(orders.id, recallPeople.orderId))
    .innerJoin(
      recallOrders,
      and(eq(recallOrders.recallId, recallPeople.recallId), eq(recallOrders.orderId, recallPeople.orderId)),
    )
    .where(eq(recallPeople.recallId, recallId))
    .orderBy(desc(recallOrders.box), asc(recallPeople.orderId), asc(recallPeople.role))
    .all()

export type RecallDraft = Pick<Recall, 'subject' | 'message'>

export const draftOf = ({ subject, message }: RecallDraft): RecallDraft => ({ subject, message })

/**
 * `sent`: it stays as people got it. `stale`: a colleague saved another one since.
 * @param seen version of the draft that the page showed; empty from scripts that saw none
 */
export function saveDraft(
  tx: DurableTx,
  { id }: Recall,
  draft: RecallDraft,
  seen: string,
): 'saved' | 'sent' | 'stale' {
  const current = tx.select().from(recalls).where(eq(recalls.id, id)).get()
  if (current?.sentAt !== null) return 'sent'
  const now = draftOf(current)
  if (isStale(seen, now) && versionOf(now) !== versionOf(draftOf(draft))) return 'stale'
  tx.update(recalls).set(draft).where(eq(recalls.id, id)).run()
  return 'saved'
}

/** Emails them once each. With nobody to email, it stays unsent. @returns how many; null if it was sent before */
export function sendRecall(tx: DurableTx, { id }: Recall, now: Instant): number | null {
  const recall = tx.select({ sentAt: recalls.sentAt }).from(recalls).where(eq(recalls.id, id)).get()
  if (recall?.sentAt !== null) return null
  const people = peopleOf(tx, id).filter(isToEmail)
  if (people.length === 0) return 0
  tx.update(recalls).set({ sentAt: now }).where(eq(recalls.id, id)).run()
  for (const person of people)
    enqueue(tx, mailRecall, { personId: person.id }, { key: `mail_recall:${person.id}`, now })
  return people.length
}

export const recallJson = (view: RecallView) => ({
  recall_id: view.id,
  reason: view.reason,
  recall_class: view.recallClass,
  case_number: view.caseNumber,
  ...reachOf(view.people),
  created_at: iso(view.createdAt),
  sent_at: iso(view.sentAt),
  subject: view.subject,
  message: view.message,
  lots: view.lots.map(({ code, name, bestBy, unitsLeft }) => ({
    lot: code,
    name,
    best_by: bestBy,
    units_left: unitsLeft,
  })),
  orders: view.people.map((person) => ({
    order_token: person.token,
    identifier: person.identifier,
    state: person.state,
    box: person.box,
    units: person.units,
    role: person.role,
    name: person.name,
    email: person.email,
    phone_number: person.phone,
    told_at: iso(person.sentAt),
    told_by: person.toldBy,
  })),
})

export const recallCsv = ({ people }: RecallView): string =>
  csvFile(
    ['order', 'box', 'units', 'role', 'name', 'email', 'phone', 'told_at', 'told_by'],
    people.map((one) => [
      one.identifier,
      one.box,
      one.units,
      one.role,
      one.name,
      one.email,
      one.phone,
      iso(one.sentAt),
      one.toldBy,
    ]),
  )
