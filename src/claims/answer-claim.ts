import { and, eq, isNull } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Claim, type ClaimAnswer, claims, type Order, type User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { recordAction } from '../audit/audit.ts'
import type { GivingAnswer } from '../audit/giving.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { isOwnOrder } from '../orders/is-own-order.ts'
import { orderById } from '../orders/orders.ts'
import { leftToGive } from '../payments/left-to-give.ts'
import { refundPart } from '../payments/refund-part.ts'
import { codeOf } from '../pricing/credit-code.ts'
import { giftCodeHash } from '../pricing/gift-cards.ts'
import { grantStoreCredit, openGiftCard } from '../pricing/gift-ledger.ts'
import type { Random } from '../tokens.ts'
import { type ClaimFacts, claimById } from './claims.ts'
import { mailClaimAnswered } from './mails.tsx'
import { reshipLines } from './reship.ts'
import { goodsCents, worthCents } from './worth.ts'

export type Answer = { answer: ClaimAnswer; amountCents: number | null; words: string }

export type Answered =
  | { ok: true }
  | {
      ok: false
      code:
        | 'unknown'
        | 'answered_before'
        | 'own_order'
        | 'bank_decides'
        | 'more_than_left'
        | 'nothing'
        | 'no_amount'
        | 'no_day'
        | 'sold_out'
    }
  | { ok: false; code: 'second_person'; message: string }

type By = {
  user: User
  now: Instant
  random: Random
  config: Config
  /** Asked before anything is given. */
  mayGive: (tx: DurableTx, order: Order, cents: number) => GivingAnswer
}

/** Once, unless the box it was answered with is canceled. What it gives and that it was given are one transaction. */
export function answerClaim(tx: DurableTx, claimId: number, answer: Answer, by: By): Answered {
  const claim = claimById(tx, claimId)
  if (!claim) return { ok: false, code: 'unknown' }
  if (claim.answer !== null) return { ok: false, code: 'answered_before' }
  const order = orderById(tx, claim.orderId)
  if (isOwnOrder(order, by.user)) return { ok: false, code: 'own_order' }
  const cents = centsOf(tx, claim, order, answer)
  if (typeof cents !== 'number') return cents
  const may = by.mayGive(tx, order, cents)
  if (!may.ok) return { ok: false, code: 'second_person', message: may.message }
  const given = give(tx, claim, order, { answer: answer.answer, cents }, by)
  if ('ok' in given) return given
  const { changes } = tx
    .update(claims)
    .set({
      ...given,
      answer: answer.answer,
      words: answer.words,
      answeredAt: by.now,
      answeredBy: by.user.id,
    })
    .where(and(eq(claims.id, claimId), isNull(claims.answer)))
    .run()
  if (changes !== 1) throw new Error(`claim ${claimId} was answered while it was being answered`)
  recordAction(tx, {
    actor: actorOf(by.user),
    verb: 'claim.answered',
    subject: { kind: 'claim', token: String(claimId), label: `Claim on ${order.identifier}` },
    detail: {
      answer: answer.answer,
      kind: claim.kind,
      order: order.token,
      ...(given.reshipOrderId && { as: orderById(tx, given.reshipOrderId).identifier }),
      ...amountsOf(given),
      ...may.detail,
    },
    reason: answer.words || null,
    now: by.now,
  })
  enqueue(
    tx,
    mailClaimAnswered,
    { claimId },
    { key: `mail_claim_answered:${claimId}:${by.now}`, now: by.now },
  )
  return { ok: true }
}

type Given = Partial<Pick<Claim, 'cardCents' | 'giftCents' | 'creditCents' | 'giftCardId' | 'reshipOrderId'>>

const amountsOf = ({ cardCents, giftCents, creditCents }: Given) => ({
  ...(cardCents && { card_cents: cardCents }),
  ...(giftCents && { gift_cents: giftCents }),
  ...(creditCents && { credit_cents: creditCents }),
})

/** What the answer is worth: what was asked for, else what was paid for the lines. */
function centsOf(
  tx: DurableTx,
  claim: ClaimFacts,
  order: Order,
  { answer, amountCents }: Answer,
): number | (Answered & { ok: false }) {
  if (answer === 'reship') return goodsCents(claim.lines)
  const left = leftToGive(tx, order.id)
  if (left === null) return { ok: false, code: 'bank_decides' }
  const cents = amountCents ?? Math.min(left, worthCents(tx, order, claim.lines))
  if (cents <= 0) return { ok: false, code: amountCents !== null && left > 0 ? 'no_amount' : 'nothing' }
  return cents > left ? { ok: false, code: 'more_than_left' } : cents
}

function give(
  tx: DurableTx,
  claim: ClaimFacts,
  order: Order,
  { answer, cents }: { answer: ClaimAnswer; cents: number },
  by: By,
): Given | (Answered & { ok: false }) {
  if (answer === 'reship') {
    const reship = reshipLines(tx, order, claim.lines, by)
    return reship.ok ? { reshipOrderId: reship.orderId } : reship
  }
  if (answer === 'credit') return giveCredit(tx, claim.id, order, cents, by)
  const refund = refundPart(tx, order, cents, by.now)
  return refund.ok ? { cardCents: refund.cardCents, giftCents: refund.giftCents } : refund
}

/** An account's store credit pays by itself. A guest gets a code, which pays in any checkout. */
function giveCredit(
  tx: DurableTx,
  claimId: number,
  { id: orderId, userId }: Order,
  cents: number,
  { config, random, now }: By,
): Given {
  const entry = { cents, reference: `claim:${claimId}`, orderId, now }
  if (userId !== null) {
    grantStoreCredit(tx, userId, 'claim', { ...entry, random })
    return { creditCents: cents }
  }
  const codeHash = giftCodeHash(codeOf(config.sessionSecret, claimId))
  return { creditCents: cents, giftCardId: openGiftCard(tx, codeHash, 'claim', entry) }
}
