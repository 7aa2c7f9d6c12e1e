import { z } from 'zod'
import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import type { Gift } from '../orders/rules.ts'
import { checkbox, line, lines } from '../web/fields.ts'

/** Without the fields, the order's gift stays as it is. Null: the box is no gift. */
export type GiftChoice = Gift | null | 'unchanged'

export const GIFT_EMAIL_SENTENCE = "Please check the recipient's email address, or leave it blank."

/** A checkbox with a hidden '0' before it, which forms send when it is unchecked; null when the field is absent. */
export const optionalTick = z
  .unknown()
  .optional()
  .transform((value) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    return last === undefined || last === null ? null : checkbox.parse(last)
  })

const GiftInfo = z
  .object({ recipient_name: line(100), recipient_email: line(MAX_EMAIL_LENGTH), message: lines(500) })
  .nullish()
  .transform((wire) => ({
    recipientName: wire?.recipient_name ?? '',
    recipientEmail: wire?.recipient_email ?? '',
    message: wire?.message ?? '',
  }))

export const GiftFields = z.object({ gift_order: optionalTick, gift_info: GiftInfo })

export const giftChoiceOf = ({ gift_order, gift_info }: z.output<typeof GiftFields>): GiftChoice =>
  gift_order === null ? 'unchanged' : gift_order ? gift_info : null

export function giftProblem(gift: GiftChoice): string | null {
  const recipient = gift === 'unchanged' ? '' : (gift?.recipientEmail ?? '')
  return recipient !== '' && !isEmail(recipient) ? GIFT_EMAIL_SENTENCE : null
}
