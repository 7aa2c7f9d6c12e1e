import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type TextSubscription, textSubscriptions } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { isCode, MAX_CODE_TRIES } from './codes.ts'
import { askedPhone, confirmSubscription, waitsForCode } from './subscriptions.ts'

export type Confirmed =
  | { ok: true; phone: string }
  | { ok: false; reason: 'none' | 'expired' | 'wrong' | 'used_up' }

/** Counts a wrong code against each that waits for one; the third ends it. */
export function confirmCode(
  tx: DurableTx,
  config: Config,
  own: TextSubscription[],
  typed: string,
  now: Instant,
): Confirmed {
  const pending = own.filter(waitsForCode)
  if (pending.length === 0) return { ok: false, reason: 'none' }
  const live = pending.filter(({ codeExpiresAt }) => codeExpiresAt !== null && codeExpiresAt > now)
  const open = live.filter(({ codeToken }) => codeToken !== null)
  if (open.length === 0) return { ok: false, reason: live.length > 0 ? 'used_up' : 'expired' }
  const meant = open.find(({ codeToken }) => codeToken !== null && isCode(config, codeToken, typed))
  if (!meant) return { ok: false, reason: countWrong(tx, open) }
  confirmSubscription(tx, meant, config.store.name, now)
  return { ok: true, phone: askedPhone(meant) }
}

function countWrong(tx: DurableTx, open: TextSubscription[]): 'wrong' | 'used_up' {
  for (const { id, codeTries, codeToken } of open) {
    const isLast = codeTries + 1 >= MAX_CODE_TRIES
    tx.update(textSubscriptions)
      .set({ codeTries: codeTries + 1, codeToken: isLast ? null : codeToken })
      .where(eq(textSubscriptions.id, id))
      .run()
  }
  return open.every(({ codeTries }) => codeTries + 1 >= MAX_CODE_TRIES) ? 'used_up' : 'wrong'
}
