import { isEmail, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'

/** Longer than any code with its spaces and dashes; the field of the checkout takes as many. */
export const MAX_CODE_LENGTH = 64

export const MIN_CARD_CENTS = 2_500
export const MAX_CARD_CENTS = 50_000
/** Offered as keys; any amount between the limits may be typed. */
export const CARD_AMOUNTS = [2_500, 5_000, 10_000, 15_000, 25_000]
export const MAX_CARDS_PER_ORDER = 10
export const MAX_CARD_MESSAGE = 300
export const MAX_SENDER_NAME = 80
/** A year from today. */
export const MAX_SEND_DAYS = 365

export const DELIVERY_METHODS = ['email', 'print', 'ship'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export type CardFields = {
  delivery_method: string
  recipient_email: string
  sender_name_for_print: string
  sender_email_for_print: string
}

export type CardField = keyof CardFields | 'amount' | 'message' | 'send_on' | 'gift_card_quantity'

/** What a delivery method needs beyond the amount (the form shows just these fields). */
export function methodProblem(fields: CardFields): { field: CardField; message: string } | null {
  switch (fields.delivery_method) {
    case 'email':
      return isAddress(fields.recipient_email)
        ? null
        : { field: 'recipient_email', message: "Please enter the recipient's email address." }
    case 'print':
      if (fields.sender_name_for_print === '')
        return { field: 'sender_name_for_print', message: 'Please enter your name. It goes on the card.' }
      return isAddress(fields.sender_email_for_print)
        ? null
        : {
            field: 'sender_email_for_print',
            message: 'Please enter your email address. We send the card there.',
          }
    case 'ship':
      return null
    default:
      return { field: 'delivery_method', message: 'Please choose how we deliver the gift card.' }
  }
}

const isAddress = (typed: string) => typed.length <= MAX_EMAIL_LENGTH && isEmail(typed)
