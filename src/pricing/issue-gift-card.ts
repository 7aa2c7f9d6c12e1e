import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { giftCardEntries, giftCards } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { issuedCode } from './credit-code.ts'
import { giftCodeHash } from './gift-cards.ts'
import { openGiftCard } from './gift-ledger.ts'

type Issue = { cents: number; reason: string /** Names one press of the button. */; press: string }

/** @returns null when this press has issued its card before, whose code is shown once only */
export function issueGiftCard(
  tx: DurableTx,
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
  { cents, reason, press }: Issue,
  actor: Actor,
  now: Instant,
): { id: number; code: string } | null {
  if (isIssued(tx, press)) return null
  const reference = referenceOf(press)
  const code = issuedCode(sessionSecret, press)
  const codeEnd = code.slice(-4)
  const id = openGiftCard(tx, giftCodeHash(code), 'issued', { cents, reference, now })
  tx.update(giftCards).set({ codeEnd }).where(eq(giftCards.id, id)).run()
  recordAction(tx, {
    actor,
    verb: 'gift_card.issued',
    subject: subjectOf(id, codeEnd),
    detail: { amount_cents: cents, alone_cents: cents },
    reason,
    now,
  })
  return { id, code }
}

const referenceOf = (press: string) => `issued:${press}`

/** Whether this press has issued its card before. */
export const isIssued = (db: Db, press: string): boolean =>
  db
    .select({ id: giftCardEntries.id })
    .from(giftCardEntries)
    .where(eq(giftCardEntries.reference, referenceOf(press)))
    .get() !== undefined

/** Only cards that staff issued: a bought one is frozen and freed by its charge. @returns false for any other */
export function freezeIssuedCard(
  tx: DurableTx,
  id: number,
  isFrozen: boolean,
  actor: Actor,
  now: Instant,
): boolean {
  const card = tx
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, id), isNotNull(giftCards.codeEnd)))
    .get()
  if (!card) return false
  if ((card.frozenAt !== null) === isFrozen) return true
  tx.update(giftCards)
    .set({ frozenAt: isFrozen ? now : null })
    .where(eq(giftCards.id, id))
    .run()
  const verb = isFrozen ? 'gift_card.stopped' : 'gift_card.resumed'
  recordAction(tx, { actor, verb, subject: subjectOf(id, card.codeEnd ?? ''), now })
  return true
}

const subjectOf = (id: number, codeEnd: string) => ({
  kind: 'gift_card',
  token: String(id),
  label: `Gift card ••••${codeEnd}`,
})
