import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { addDays, type Day, parseDay } from '../day.ts'
import { formatCents } from '../money.ts'
import type { Body } from '../web/env.ts'
import { digits, line, lines, linkProblem, readFields } from '../web/fields.ts'
import {
  type CardField,
  type DeliveryMethod,
  MAX_CARD_CENTS,
  MAX_CARD_MESSAGE,
  MAX_CARDS_PER_ORDER,
  MAX_SEND_DAYS,
  MAX_SENDER_NAME,
  MIN_CARD_CENTS,
  methodProblem,
} from './rules.ts'

const Fields = z.object({
  delivery_method: line(10),
  recipient_email: line(MAX_EMAIL_LENGTH),
  sender_name_for_print: line(MAX_SENDER_NAME),
  sender_email_for_print: line(MAX_EMAIL_LENGTH),
  gift_card_quantity: digits(4),
  message: lines(MAX_CARD_MESSAGE),
  amount_cents: digits(9),
  /** Dollars, as typed: '75' or '$75.00'. It wins over the amount that was picked. */
  other_amount: line(12),
  send_on: line(10),
})

export type TypedCard = z.output<typeof Fields>

export type WantedCard = {
  amountCents: number
  deliveryMethod: DeliveryMethod
  recipientEmail: string | null
  senderName: string | null
  senderEmail: string | null
  message: string
  sendOn: Day | null
  quantity: number
}

export type CardProblem = { field: CardField; message: string }
type Read = { ok: true; value: WantedCard } | ({ ok: false } & CardProblem)

export const EMPTY_CARD: TypedCard = {
  delivery_method: 'email',
  recipient_email: '',
  sender_name_for_print: '',
  sender_email_for_print: '',
  gift_card_quantity: '1',
  message: '',
  amount_cents: '5000',
  other_amount: '',
  send_on: '',
}

/** What the form shows again; nothing of a field that can't be text. */
export function typedCard(body: Body): TypedCard {
  const read = Fields.safeParse(body)
  return read.success ? read.data : EMPTY_CARD
}

/** @param today in the shop's zone */
export function readCard(body: Body, today: Day): Read {
  const read = readFields(Fields, body, LABELS)
  if (!read.ok) return { ok: false, field: 'message', message: read.message }
  const typed = read.value
  const amountCents = amountOf(typed)
  if (amountCents === null || amountCents < MIN_CARD_CENTS || amountCents > MAX_CARD_CENTS)
    return { ok: false, field: 'amount', message: AMOUNT_SENTENCE }
  const problem = methodProblem(typed) ?? messageProblem(typed)
  if (problem) return { ok: false, ...problem }
  const deliveryMethod = typed.delivery_method as DeliveryMethod
  const sendOn = sendDay(typed, today)
  if (sendOn === undefined) return { ok: false, field: 'send_on', message: SEND_ON_SENTENCE }
  const quantity = quantityOf(typed)
  if (quantity === null) return { ok: false, field: 'gift_card_quantity', message: QUANTITY_SENTENCE }
  const isPrint = deliveryMethod === 'print'
  const value: WantedCard = {
    amountCents,
    deliveryMethod,
    recipientEmail: deliveryMethod === 'email' ? typed.recipient_email : null,
    senderName: isPrint ? typed.sender_name_for_print : null,
    senderEmail: isPrint ? typed.sender_email_for_print : null,
    message: typed.message,
    sendOn,
    quantity,
  }
  return { ok: true, value }
}

const LABELS = {
  recipient_email: "the recipient's email",
  sender_name_for_print: 'your name',
  sender_email_for_print: 'your email',
  gift_card_quantity: 'how many cards',
  amount_cents: 'the amount',
  other_amount: 'the amount',
  send_on: 'the date',
}

export const AMOUNT_SENTENCE = `Please choose an amount from ${formatCents(MIN_CARD_CENTS)} to ${formatCents(MAX_CARD_CENTS)}.`
const SEND_ON_SENTENCE = 'Please choose a date from today to a year from now.'
const QUANTITY_SENTENCE = `Please choose 1 to ${MAX_CARDS_PER_ORDER} cards.`

/** In cents; null for what is no amount of money. */
export function amountOf({ amount_cents, other_amount }: TypedCard): number | null {
  if (other_amount === '') return /^\d{1,9}$/.test(amount_cents) ? Number(amount_cents) : null
  const [, dollars, cents = '00'] = /^\$?\s*(\d{1,5})(?:\.(\d{2}))?$/.exec(other_amount) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents)
}

function messageProblem(typed: TypedCard): CardProblem | null {
  const message = linkProblem(typed.message)
  return message === null ? null : { field: 'message', message }
}

/** Only a mail to the recipient waits for a day. Null: at once; undefined: no such day. */
function sendDay({ delivery_method, send_on }: TypedCard, today: Day): Day | null | undefined {
  if (delivery_method !== 'email' || send_on === '') return null
  const day = parseDay(send_on)
  if (day === null || day < today || day > addDays(today, MAX_SEND_DAYS)) return undefined
  return day === today ? null : day
}

/** Emailed and printed cards are always one (the customer's rule). */
function quantityOf({ delivery_method, gift_card_quantity }: TypedCard): number | null {
  if (delivery_method !== 'ship' || gift_card_quantity === '') return 1
  const quantity = /^\d{1,4}$/.test(gift_card_quantity) ? Number(gift_card_quantity) : 0
  return quantity >= 1 && quantity <= MAX_CARDS_PER_ORDER ? quantity : null
}
