import { formatCents } from '../money.ts'
import type { Savings } from './savings.ts'

/** Why a code changes nothing, beside what its own promotion says. */
export type CodeRefusal =
  | 'code_missing'
  | 'unknown'
  | 'gift_card_empty'
  | 'too_many_cards'
  | 'not_entered'
  | 'being_paid'

export const CODE_SENTENCES: Record<CodeRefusal, string> = {
  code_missing: 'Please enter a promotion or gift card code.',
  unknown: "We don't know that code. Please check it and try again.",
  gift_card_empty: 'Nothing is left on that gift card.',
  too_many_cards: 'An order takes up to 10 gift cards. Take one off to use another.',
  not_entered: 'That code is not on your box.',
  being_paid: 'Your payment for this box is being confirmed. Please wait a moment before you change it.',
}

/** Two promotions do not go together; which of them serves better is said where it is known. */
export function combineSentence(standing: string, entered: string, savings: Savings | null): string {
  const rule = `${entered} can't be combined with ${standing}.`
  if (!savings) return `${rule} Take ${standing} off to use it instead.`
  const gainCents = savings.entered - savings.standing
  if (gainCents > 0)
    return `${rule} It would save you ${formatCents(gainCents)} more: take ${standing} off, then enter ${entered} again.`
  if (gainCents === 0) return `${rule} Both save you the same.`
  return `${rule} ${standing} saves you ${formatCents(-gainCents)} more, so we kept it.`
}
