import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { checkbox, line, lines } from '../web/fields.ts'
import type { GiftChoice } from './gift-problem.ts'

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
