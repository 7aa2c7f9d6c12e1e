import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import {
  consents,
  preferences,
  type TextEnd,
  type TextSubscription,
  textMessages,
  textSubscriptions,
  users,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { dropWaiting } from './messages.ts'

/** Ends one subscription. What still waits for it isn't sent, except the news of the delivery that ends it. */
export function endSubscription(tx: Tx, { id, phone }: TextSubscription, reason: TextEnd, now: Instant) {
  tx.update(textSubscriptions)
    .set({ state: 'off', endedAt: now, endReason: reason, ...NO_CODE })
    .where(eq(textSubscriptions.id, id))
    .run()
  if (reason !== 'delivered') dropWaiting(tx, eq(textMessages.subscriptionId, id))
  endUnusedConsent(tx, phone, now)
}

/** What a row has of a code and of a change to another number, once both are over. */
export const NO_CODE = { codeToken: null, codeExpiresAt: null, nextPhone: null }

/** Gives up every change to this number: its owner doesn't want it. */
export const endChangesTo = (tx: Tx, phone: string) =>
  void tx.update(textSubscriptions).set(NO_CODE).where(eq(textSubscriptions.nextPhone, phone)).run()

/** Changes to this number stay, so that the account's page can say why no code came. */
export const endCodesTo = (tx: Tx, phone: string) =>
  void tx
    .update(textSubscriptions)
    .set({ codeToken: null, codeExpiresAt: null })
    .where(eq(textSubscriptions.nextPhone, phone))
    .run()

/** Of a number whose last delivery texts ended. */
export function endUnusedConsent(tx: Tx, phone: string, now: Instant) {
  const others = and(eq(textSubscriptions.phone, phone), eq(textSubscriptions.state, 'on'))
  if (!tx.select({ id: textSubscriptions.id }).from(textSubscriptions).where(others).get())
    endConsents(tx, phone, ['sms_delivery'], now)
}

/** Ends all that a number gets, whoever turned it on: delivery texts of each account and order. @returns what ended */
export function endNumber(
  tx: Tx,
  phone: string,
  reason: 'stop' | 'failed',
  now: Instant,
): TextSubscription[] {
  const live = and(eq(textSubscriptions.phone, phone), ne(textSubscriptions.state, 'off'))
  const ended = tx.select().from(textSubscriptions).where(live).all()
  for (const subscription of ended) endSubscription(tx, subscription, reason, now)
  dropWaiting(tx, sql`${textMessages.phone} = ${phone} and ${textMessages.kind} <> 'answer'`)
  endConsents(tx, phone, ['sms_delivery', 'sms_marketing'], now)
  endMarketing(tx, phone, now)
  return ended
}

type ConsentKind = (typeof consents.$inferSelect)['kind']

const endConsents = (tx: Tx, phone: string, kinds: ConsentKind[], now: Instant) =>
  void tx
    .update(consents)
    .set({ endedAt: now })
    .where(and(eq(consents.phone, phone), inArray(consents.kind, kinds), isNull(consents.endedAt)))
    .run()

/** An account without a row gets no marketing texts. */
const endMarketing = (tx: Tx, phone: string, now: Instant) =>
  void tx
    .update(preferences)
    .set({ textLevel: 'never', changedAt: now })
    .where(
      and(
        eq(preferences.textLevel, 'weekly'),
        inArray(preferences.userId, tx.select({ id: users.id }).from(users).where(eq(users.phone, phone))),
      ),
    )
    .run()
