import type { DurableTx } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { formatCents } from '../money.ts'
import { isBoughtCard, isHeldByOrder } from '../pricing/bought-cards.ts'
import { findGiftCard } from '../pricing/gift-cards.ts'
import { takeGiftCents } from '../pricing/gift-ledger.ts'
import { cashBelowCents } from './cash-law.ts'
import { mailCashRequest } from './mails.tsx'

export type CashOut =
  | { ok: true; cents: number }
  | { ok: false; reason: 'unknown' | 'not_bought' | 'too_much' | 'in_use' }

/** Empties the card and asks staff for a check, once: the emptied card has nothing left to ask for. */
export function cashOut(
  tx: DurableTx,
  { code, email, state, press }: { code: string; email: string; state: string; press: string },
  now: Instant,
): CashOut {
  const card = findGiftCard(tx, code)
  if (!card || card.frozenAt !== null || card.isStoreCredit || card.balanceCents === 0)
    return { ok: false, reason: 'unknown' }
  const { id, balanceCents: cents } = card
  if (!isBoughtCard(tx, id)) return { ok: false, reason: 'not_bought' } // the laws are about purchased cards
  if (cents >= cashBelowCents(state)) return { ok: false, reason: 'too_much' }
  if (isHeldByOrder(tx, id, now)) return { ok: false, reason: 'in_use' }
  const reference = `paid_out:${id}:${press}`
  takeGiftCents(tx, id, 'paid_out', { cents, reference, now })
  const detail = `${formatCents(cents)} of a gift card, in ${state}. The address to ask is in the email to support.`
  flagForStaff(tx, { kind: 'gift_card_cash', key: reference, subjectId: id, detail, now })
  enqueue(tx, mailCashRequest, { email, cents, press }, { key: reference, now })
  return { ok: true, cents }
}
