import { and, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { orders, type TextSubscription, textMessages, textSubscriptions, users } from '#db/schema/index.ts'
import { recordConsent } from '../accounts/consents.ts'
import { countedSince, countMail } from '../accounts/mail-limit.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { CODE_LIFE_MS } from './codes.ts'
import { deliveryConsentText } from './consent-words.ts'
import { endSubscription, endUnusedConsent, NO_CODE } from './ending.ts'
import { dropWaiting, enqueueText } from './messages.ts'
import { fromShop, REPLIES } from './wording.ts'

/** Whose delivery texts: all of an account, or of one order until it's delivered. */
export type TextSubject = { userId: number } | { orderId: number }

/** Whoever asks for codes to a stranger's number gets no further: per number. */
const CODES_AN_HOUR = 3
const CODES_A_DAY = 6
/** A reply of YES may take longer than the code lives. */
const YES_LIFE_MS = DAY_MS

export const isOf = (subject: TextSubject): SQL =>
  'userId' in subject
    ? eq(textSubscriptions.userId, subject.userId)
    : eq(textSubscriptions.orderId, subject.orderId)

export function subscriptionOf(db: Db, subject: TextSubject): TextSubscription | null {
  const { ofUser, ofOrder } = statements(db)
  return ('userId' in subject ? ofUser.get(subject) : ofOrder.get(subject)) ?? null
}

const statements = oncePerDatabase((db) => ({
  ofUser: db
    .select()
    .from(textSubscriptions)
    .where(eq(textSubscriptions.userId, sql.placeholder('userId')))
    .prepare(),
  ofOrder: db
    .select()
    .from(textSubscriptions)
    .where(eq(textSubscriptions.orderId, sql.placeholder('orderId')))
    .prepare(),
}))

export type TurnedOn = { ok: true; state: 'pending' | 'on' } | { ok: false; reason: 'flooded' }

type Random = Pick<Services['random'], 'token'>

/** Sends a code to the number; nothing else is sent to it before it's confirmed. */
export function turnOnTexts(
  tx: DurableTx,
  random: Random,
  subject: TextSubject,
  phone: string,
  now: Instant,
): TurnedOn {
  const before = subscriptionOf(tx, subject)
  if (before?.state === 'on' && before.phone === phone) {
    keepNumber(tx, subject)
    return { ok: true, state: 'on' }
  }
  if (isFlooded(tx, phone, now)) return { ok: false, reason: 'flooded' }
  countMail(tx, { ...codesTo(phone), now })
  const codeToken = random.token()
  const code = { codeToken, codeExpiresAt: now + CODE_LIFE_MS, codeTries: 0, askedAt: now }
  const id =
    before?.state === 'on' ? askForNext(tx, before, phone, code) : askForFirst(tx, subject, phone, code)
  const body = fromShop(REPLIES.code())
  enqueueText(tx, { key: `code:${codeToken}`, kind: 'code', phone, zip: null, body, subscriptionId: id }, now)
  return { ok: true, state: 'pending' }
}

/** Not by the texts, which go with their account, and accounts are quickly made and closed. */
const codesTo = (phone: string) => ({ kind: 'text_code', email: phone })

const isFlooded = (db: Db, phone: string, now: Instant) =>
  countedSince(db, codesTo(phone), now - HOUR_MS) >= CODES_AN_HOUR ||
  countedSince(db, codesTo(phone), now - DAY_MS) >= CODES_A_DAY

type Code = Pick<TextSubscription, 'codeToken' | 'codeExpiresAt' | 'codeTries' | 'askedAt'>

function askForNext(tx: Tx, { id }: TextSubscription, nextPhone: string, code: Code): number {
  tx.update(textSubscriptions)
    .set({ ...code, nextPhone })
    .where(eq(textSubscriptions.id, id))
    .run()
  return id
}

function askForFirst(tx: Tx, subject: TextSubject, phone: string, code: Code): number {
  const pending = {
    ...code,
    phone,
    nextPhone: null,
    state: 'pending' as const,
    confirmedAt: null,
    endedAt: null,
    endReason: null,
  }
  const changed = tx.update(textSubscriptions).set(pending).where(isOf(subject)).returning().get()
  const row =
    changed ??
    tx
      .insert(textSubscriptions)
      .values({ ...subject, ...pending })
      .returning()
      .get()
  return row.id
}

export const waitsForCode = ({ state, nextPhone }: TextSubscription) =>
  state === 'pending' || nextPhone !== null

/** The number that its last code went to. */
export const askedPhone = ({ phone, nextPhone }: Pick<TextSubscription, 'phone' | 'nextPhone'>) =>
  nextPhone ?? phone

/** Gives up a change to another number. */
export const keepNumber = (tx: Tx, subject: TextSubject) =>
  void tx
    .update(textSubscriptions)
    .set(NO_CODE)
    .where(and(isOf(subject), isNotNull(textSubscriptions.nextPhone)))
    .run()

/** @returns false if they were off */
export function turnOffTexts(tx: DurableTx, subject: TextSubject, now: Instant): boolean {
  const subscription = subscriptionOf(tx, subject)
  if (!subscription || subscription.state === 'off') return false
  endSubscription(tx, subscription, 'person', now)
  return true
}

/** With an account's texts, those that its orders turned on end too. */
export function turnOffAllTexts(tx: DurableTx, userId: number, now: Instant) {
  turnOffTexts(tx, { userId }, now)
  for (const subscription of ofOrdersOf(tx, eq(orders.userId, userId)))
    if (subscription.state !== 'off') endSubscription(tx, subscription, 'person', now)
}

export const ofOrdersOf = (db: Db, which: SQL): TextSubscription[] =>
  db
    .select({ subscription: textSubscriptions })
    .from(orders)
    .innerJoin(textSubscriptions, eq(textSubscriptions.orderId, orders.id))
    .where(which)
    .orderBy(desc(orders.id))
    .all()
    .map(({ subscription }) => subscription)

/** Turns texts on, with the consent in the words that were shown, and says so by text. */
export function confirmSubscription(
  tx: Tx,
  subscription: TextSubscription,
  storeName: string,
  now: Instant,
  answers = true,
) {
  const { id } = subscription
  const phone = askedPhone(subscription)
  tx.update(textSubscriptions)
    .set({ state: 'on', phone, confirmedAt: now, endedAt: null, endReason: null, ...NO_CODE })
    .where(eq(textSubscriptions.id, id))
    .run()
  if (phone !== subscription.phone) endOldNumber(tx, subscription, now)
  const consent = {
    kind: 'sms_delivery' as const,
    source: 'delivery_texts',
    words: deliveryConsentText(storeName),
  }
  recordConsent(tx, { ...consent, email: emailOf(tx, subscription), phone }, now)
  const body = fromShop(REPLIES.on())
  if (answers)
    enqueueText(
      tx,
      { key: `texts_on:${id}:${now}`, kind: 'answer', phone, zip: null, body, subscriptionId: id },
      now,
    )
}

/** What waits for the morning would go to a number that its owner gave up. */
function endOldNumber(tx: Tx, { id, phone }: TextSubscription, now: Instant) {
  dropWaiting(tx, eq(textMessages.subscriptionId, id))
  endUnusedConsent(tx, phone, now)
}

function emailOf(tx: Tx, { userId, orderId }: TextSubscription): string {
  const row =
    userId !== null
      ? tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
      : tx
          .select({ email: orders.email })
          .from(orders)
          .where(eq(orders.id, orderId ?? 0))
          .get()
  return row?.email ?? ''
}

export const waitingForYes = (db: Db, phone: string, now: Instant): TextSubscription[] =>
  db
    .select()
    .from(textSubscriptions)
    .where(
      and(
        or(
          and(eq(textSubscriptions.phone, phone), eq(textSubscriptions.state, 'pending')),
          eq(textSubscriptions.nextPhone, phone),
        ),
        gt(textSubscriptions.askedAt, now - YES_LIFE_MS),
      ),
    )
    .all()

/** Those that a STOP from this number ended, and nothing else has ended since. */
export const stoppedBy = (db: Db, phone: string): TextSubscription[] =>
  db
    .select()
    .from(textSubscriptions)
    .where(
      and(
        eq(textSubscriptions.phone, phone),
        eq(textSubscriptions.endReason, 'stop'),
        isNotNull(textSubscriptions.confirmedAt),
      ),
    )
    .all()

/** Changes of numbers that nobody confirmed. */
export const oldNumberChanges = (tx: Tx, until: Instant, limit: number): number[] =>
  tx
    .select({ id: textSubscriptions.id })
    .from(textSubscriptions)
    .where(and(isNotNull(textSubscriptions.nextPhone), lt(textSubscriptions.askedAt, until)))
    .limit(limit)
    .all()
    .map(({ id }) => id)

export const endNumberChanges = (tx: Tx, ids: number[]) =>
  void tx.update(textSubscriptions).set(NO_CODE).where(inArray(textSubscriptions.id, ids)).run()
