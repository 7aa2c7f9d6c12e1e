import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { cardName } from './card-name.ts'
import type { PlacedOrder } from './placed-order.ts'

/** What follows the first box of a membership, where it says what was paid. */
export const laterSentence = (rhythm: RenewPeriod, card: PlacedOrder['paidWith']) =>
  `A box like it follows ${FREQUENCIES[rhythm]}, until you cancel. ${
    card ? `We keep your ${cardName(card)} for it, and` : 'We'
  } write to you before each charge.`
