import { formatCents } from '../money.ts'
import type { Savings } from './savings.ts'

export type CodeRefusal =
  | 'code_missing'
  | 'unknown'
  | 'gift_card_empty'
  | 'gift_card_frozen'
  | 'too_many_cards'
  | 'not_entered'

export const CODE_SENTENCES: Record<CodeRefusal, string> = {
  code_missing: 'Please enter a promotion or gift card code.',
  unknown: "We don't recognize that code. Please check it and try again.",
  gift_card_empty: 'That gift card has no balance left.',
  gift_card_frozen: "We can't take that gift card right now. Please email us, and we'll look into it.",
  too_many_cards: 'You can use up to 10 gift cards on one order. Remove one to add another.',
  not_entered: "That code isn't on your box.",
}

export function combineSentence(current: string, entered: string, savings: Savings | null): string {
  const rule = `${entered} can't be combined with ${current}.`
  if (!savings) return `${rule} Remove ${current} to use it instead.`
  const gainCents = savings.entered - savings.current
  if (gainCents > 0)
    return `${rule} It would save you ${formatCents(gainCents)} more. Remove ${current}, then enter ${entered} again.`
  if (gainCents === 0) return `${rule} They both save you the same amount.`
  return `${rule} ${current} saves you ${formatCents(-gainCents)} more, so we kept it.`
}
