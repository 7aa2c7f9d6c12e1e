import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { cardName } from '#src/payments/card-name.ts'
import type { PlacedOrder } from './placed-order.ts'

export const laterSentence = (frequency: RenewPeriod, card: PlacedOrder['keptCard']) =>
  `You'll get a box like this ${FREQUENCIES[frequency]} until you cancel. ${
    card ? `We'll keep your ${cardName(card)} on file and` : "We'll"
  } email you before each charge. To end it, press “Cancel my recurring box” on the order's page.`
