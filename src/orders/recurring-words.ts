import { formatCents } from '../money.ts'
import { MEMBER_FREE_SHIPPING_CENTS } from '../pricing/total.ts'

/**
 * What somebody agrees to who ticks the box for a recurring order: what comes, what it costs and brings, when the card
 * is charged, how it ends. Stands beside the box word for word, and is kept with the consent: whoever changes it here
 * changes it for those who agree from then on, and for nobody before.
 */
export const recurringWords = (storeName: string) =>
  `Ticking this, I ask ${storeName} for a box like this one again and again, at the rhythm I choose, until I cancel. ` +
  'The card I pay with now is charged for each at the prices of its day, with delivery and tax, 2 days before it ' +
  'arrives, or at its cut-off where that is earlier. Mails 5 and 2 days ahead of a charge say how much. Until then I ' +
  'can change, skip or cancel. ' +
  `Members get free delivery from ${formatCents(MEMBER_FREE_SHIPPING_CENTS)}.`
