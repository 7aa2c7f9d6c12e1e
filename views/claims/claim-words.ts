import type { Claim, ClaimKind } from '#db/schema/claims.ts'
import { formatCents } from '#src/money.ts'
import { giftMoneyWords } from '../shared/gift-money-words.ts'

export const KIND_WORDS: Record<ClaimKind, string> = {
  thawed: 'Thawed',
  damaged: 'Damaged',
  missing: 'Missing',
  wrong: 'Wrong item',
  late: 'Late',
}

/** 'Chicken thighs, 3 lb arrived thawed.' */
const STORIES: Record<ClaimKind, string> = {
  thawed: 'arrived thawed',
  damaged: 'arrived damaged',
  missing: 'missing',
  wrong: 'not what was ordered',
  late: 'came late',
}

type Told = { kind: ClaimKind; names: string; photos: number }

export function toldWords({ kind, names, photos }: Told): string {
  const count = photos === 0 ? '' : photos === 1 ? ' 1 photo.' : ` ${photos} photos.`
  return `${names}: ${STORIES[kind]}.${count}`
}

type Answered = Pick<Claim, 'answer' | 'cardCents' | 'giftCents' | 'creditCents'>

/** Null while it waits for an answer. */
export function answerTitle({ answer, cardCents, giftCents, creditCents }: Answered): string | null {
  switch (answer) {
    case null:
      return null
    case 'refund':
      return `Refunded ${formatCents(cardCents + giftCents)}`
    case 'credit':
      return `${formatCents(creditCents)} in store credit`
    case 'reship':
      return "We're sending it again"
  }
}

/** What the shopper reads while the claim waits. */
export const openWords = ({ reshipOrderId }: Pick<Claim, 'reshipOrderId'>): string =>
  reshipOrderId === null
    ? "We'll email you, usually within a day. Nothing to send back."
    : "The box that we sent again was canceled. We'll email you, usually within a day."

type Answer = Answered & { words: string; code: string | null; isGiftBox?: boolean }

/** What the shopper gets, and what they may do now. */
export function answerWords({ answer, cardCents, giftCents, words, code, isGiftBox }: Answer): string[] {
  const said = words === '' ? [] : [`“${words}”`]
  switch (answer) {
    case null:
      return []
    case 'refund':
      return [
        ...said,
        ...(cardCents > 0
          ? [
              `${formatCents(cardCents)} is on its way to your card. It can take five to ten days to show up at your bank.`,
            ]
          : []),
        ...(giftCents > 0 ? [giftMoneyWords(giftCents, isGiftBox)] : []),
      ]
    case 'credit':
      return [
        ...said,
        code === null
          ? "It's in your account, pays for your next box before your card does, and never expires."
          : `Enter the code ${code} at checkout. It never expires.`,
      ]
    case 'reship':
      return said
  }
}

/** The same for staff, who may have to say it on the phone. */
export function givenWords({ answer, cardCents, giftCents, words, code, isGiftBox }: Answer): string[] {
  const said = words === '' ? [] : [`“${words}”`]
  if (answer === 'credit')
    return [...said, code === null ? 'It’s in their account.' : `The code that we emailed is ${code}.`]
  return [
    ...said,
    ...(cardCents > 0 ? [`${formatCents(cardCents)} goes back to the card that paid.`] : []),
    ...(giftCents > 0
      ? [
          isGiftBox
            ? `${formatCents(giftCents)} goes back to the card that paid for the gift boxes.`
            : `${formatCents(giftCents)} is back in their gift card balance or store credit.`,
        ]
      : []),
  ]
}
