import { formatCents } from '#src/money.ts'

/** Of a corporate gift, nobody has the card's code: the money goes on to the card that paid. */
export const giftMoneyWords = (giftCents: number, isGiftBox = false): string =>
  isGiftBox
    ? `We'll return ${formatCents(giftCents)} to the card that paid for your gift boxes, and email you when it's on its way.`
    : `${formatCents(giftCents)} is back in your gift card balance or store credit.`
