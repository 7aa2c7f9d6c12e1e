import type { DurableTx } from '#db/client.ts'
import { takeMailAllowance } from '../accounts/mail-limit.ts'
import type { Instant } from '../day.ts'
import { enqueue, isEnqueued } from '../jobs/queue.ts'
import { mailGiftCard } from '../orders/gift-card-mails.tsx'
import { boughtCardById, issuedCardsOf } from '../pricing/bought-cards.ts'

type Refusal = 'not_sent' | 'ended' | 'frozen' | 'flooded'

export const SEND_SENTENCES: Record<Refusal | 'sent' | 'sent_to_buyer', string> = {
  sent: 'We sent the gift card again. Please ask them to check their spam folder, too.',
  sent_to_buyer: 'We sent the gift card again. Please check the spam folder, too.',
  not_sent: "This gift card hasn't gone out yet. It will on its day.",
  ended: 'You gave this gift card back, so there is nothing to send.',
  frozen: 'This gift card is on hold. Please email us, and we’ll look into it.',
  flooded: 'We sent it several times in the past hour. Please check the spam folder, or try again later.',
}

/** To the same address as the first time. @param press names one press of the button: twice sends one mail */
export function sendCardAgain(
  tx: DurableTx,
  boughtId: number,
  press: string,
  now: Instant,
): { ok: true } | { ok: false; reason: Refusal } {
  const bought = boughtCardById(tx, boughtId)
  const to = bought?.recipientEmail ?? bought?.senderEmail
  if (!bought || !to || bought.sentAt === null) return { ok: false, reason: 'not_sent' }
  if (bought.endedAt !== null) return { ok: false, reason: 'ended' }
  if (issuedCardsOf(tx, bought.orderId).some((card) => card.bought.id === boughtId && card.frozenAt !== null))
    return { ok: false, reason: 'frozen' }
  const key = `gift_card_again:${bought.token}:${press}`
  if (isEnqueued(tx, key)) return { ok: true }
  if (!takeMailAllowance(tx, { kind: mailGiftCard.kind, email: to, now }))
    return { ok: false, reason: 'flooded' }
  enqueue(tx, mailGiftCard, { boughtId, press }, { key, now })
  return { ok: true }
}
