import { isEmail } from '../accounts/rules.ts'
import type { Gift } from '../orders/rules.ts'

/** Without the fields, the order's gift stays as it is. Null: the box is no gift. */
export type GiftChoice = Gift | null | 'unchanged'

export const GIFT_EMAIL_SENTENCE = "Please check the recipient's email address, or leave it blank."

export function giftProblem(gift: GiftChoice): string | null {
  const recipient = gift === 'unchanged' ? '' : (gift?.recipientEmail ?? '')
  return recipient !== '' && !isEmail(recipient) ? GIFT_EMAIL_SENTENCE : null
}
