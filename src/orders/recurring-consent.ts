import { fromAmount } from '../pricing/sentences.ts'
import { DEFAULT_ORDER_TERMS, type OrderTerms } from '../shop-settings/terms.ts'

type MemberTerms = Pick<OrderTerms, 'memberFreeFromCents'>

const charges = ({ memberFreeFromCents }: MemberTerms) =>
  'will be charged for each box, at the prices on the day of the charge plus delivery and ' +
  'tax, 2 days before the box arrives, or at its cut-off if that is earlier. I will get an email with the amount 5 ' +
  'days and 2 days before each charge. I can change, skip or cancel a box until it is charged. ' +
  `Members get free delivery${fromAmount(memberFreeFromCents)}.`

/** Shown beside the box and stored with the consent, word for word. A change binds only those who agree after it. */
export const recurringConsentText = (storeName: string, terms: MemberTerms = DEFAULT_ORDER_TERMS) =>
  `By checking this box, I ask ${storeName} to send me a box like this one at the frequency I choose until I cancel. ` +
  `The card I pay with now ${charges(terms)}`

/** The same for a placed order, which is paid already. */
export const upgradeConsentText = (
  storeName: string,
  identifier: string,
  terms: MemberTerms = DEFAULT_ORDER_TERMS,
) =>
  `By checking this box, I ask ${storeName} to send me a box like order ${identifier} at the frequency I choose ` +
  `until I cancel. Nothing is charged today. The card I choose here ${charges(terms)} I can cancel the membership at any ` +
  'time on my membership page, which every email about a box links to.'
