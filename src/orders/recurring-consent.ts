import { formatCents } from '../money.ts'
import { MEMBER_FREE_SHIPPING_CENTS } from '../pricing/total.ts'

/** Shown beside the box and stored with the consent, word for word. A change binds only those who agree after it. */
export const recurringConsentText = (storeName: string) =>
  `By checking this box, I ask ${storeName} to send me a box like this one at the frequency I choose until I cancel. ` +
  'The card I pay with now will be charged for each box, at the prices on the day of the charge plus delivery and ' +
  'tax, 2 days before the box arrives, or at its cut-off if that is earlier. I will get an email with the amount 5 ' +
  'days and 2 days before each charge. I can change, skip or cancel a box until it is charged. ' +
  `Members get free delivery from ${formatCents(MEMBER_FREE_SHIPPING_CENTS)}.`
