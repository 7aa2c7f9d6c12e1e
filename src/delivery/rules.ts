import { type Day, daysBetween } from '#src/day.ts'

/** Days to deliver on, counted from today in the center's time zone. */
export const HORIZON_DAYS = 45

export const CHARGE_IMMEDIATELY_DAYS = 2

/** Changing the date this close to the lock shows a warning. */
export const RESCHEDULE_WARNING_HOURS = 26

/** A wallet's shipping rate has its arrival date as the id. Gift cards that come by mail have this one. */
export const MAIL_RATE_ID = 'mail'

export const PO_BOX_SENTENCE = "Hmm, this looks like a PO Box, and unfortunately we can't deliver to those"
export const ZIP_SENTENCE = 'Please enter a 5 digit zip code'
export const STATE_SENTENCE = 'Please choose a US state'
export const PHONE_SENTENCE = 'Please enter a 10 digit phone number'

export type DeliveryFields = {
  name: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  phone: string
}

export type FieldName = keyof DeliveryFields

/** In the order of the form. */
export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  name: 'Full Name',
  street1: 'Street Address 1',
  street2: 'Street Address 2',
  city: 'City',
  state: 'State',
  zip: 'Zip Code',
  phone: 'Phone Number',
}

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as readonly FieldName[]
export const REQUIRED_FIELDS: readonly FieldName[] = FIELD_NAMES.filter((name) => name !== 'street2')

export const chargesImmediately = (arrivesOn: Day, today: Day): boolean =>
  daysBetween(today, arrivesOn) <= CHARGE_IMMEDIATELY_DAYS

/** "PO box" in any punctuation, or "box" followed by a number; not Boxwood or Box Elder. */
export const isPoBox = (street: string): boolean =>
  /\bp[.\s/-]*o[.\s/-]*box(?![a-z])/i.test(street) ||
  /\bbox[\s.#:-]*(?:n(?:o|umber)\b[\s.]*)?\d/i.test(street)

export const isZip = (text: string): boolean => /^\d{5}$/.test(text)

export const missingFields = (fields: Partial<Record<FieldName, string | null>>): FieldName[] =>
  REQUIRED_FIELDS.filter((name) => !fields[name]?.trim())

export const missingFieldsSentence = (missing: readonly FieldName[]): string =>
  `Please fill in the missing fields: ${joinWithAnd(REQUIRED_FIELDS.filter((name) => missing.includes(name)).map((name) => FIELD_LABELS[name]))}`

/** What is wrong with typed fields, and the sentence that says so. */
export type FieldProblem = {
  reason: 'missing_fields' | 'po_box' | 'zip' | 'phone'
  fields: FieldName[]
  message: string
}

const EMPTY_SENTENCES: Readonly<Partial<Record<FieldName, string>>> = {
  name: 'Please enter your full name',
  street1: 'Please enter your street address',
  city: 'Please enter your city',
  state: 'Please choose your state',
  zip: 'Please enter your ZIP code',
  phone: 'Please enter your phone number',
}

export type FormMessages = { above: string | null; at: Partial<Record<FieldName, string>> }

/** Where a form shows a problem: above its fields, unless one field alone is mistyped, and at each empty field. */
export function formMessages(
  { fields, message }: Pick<FieldProblem, 'fields' | 'message'>,
  typed: DeliveryFields,
): FormMessages {
  const empty = fields.filter((name) => !typed[name].trim())
  const [only] = fields
  if (only && fields.length === 1 && empty.length === 0) return { above: null, at: { [only]: message } }
  return { above: message, at: Object.fromEntries(empty.map((name) => [name, EMPTY_SENTENCES[name]])) }
}

export function missingProblem(fields: Parameters<typeof missingFields>[0]): FieldProblem | null {
  const missing = missingFields(fields)
  if (missing.length === 0) return null
  return { reason: 'missing_fields', fields: missing, message: missingFieldsSentence(missing) }
}

export function placeProblem(
  place: Pick<DeliveryFields, 'street1' | 'street2' | 'zip'>,
): FieldProblem | null {
  const boxes = (['street1', 'street2'] as const).filter((line) => isPoBox(place[line]))
  if (boxes.length > 0) return { reason: 'po_box', fields: boxes, message: PO_BOX_SENTENCE }
  return isZip(place.zip.trim()) ? null : { reason: 'zip', fields: ['zip'], message: ZIP_SENTENCE }
}

export const PHONE_PROBLEM: FieldProblem = { reason: 'phone', fields: ['phone'], message: PHONE_SENTENCE }

/** E.164 ('+12065550100') of a ten-digit US number, with or without country code; null for anything else. */
export function parsePhone(text: string): string | null {
  if (/[^\d\s().+-]/.test(text) || hasForeignPrefix(text)) return null
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^[2-9]\d{9}$/.test(digits) ? `+1${digits}` : null
}

/**
 * `(###) ###-####` as far as the digits go. Anything that can't be a US number stays as typed: cut to ten digits, a
 * foreign number would become another person's US number.
 */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1/, '')
  if (hasForeignPrefix(text) || digits.length > 10) return text
  if (digits.length < 4) return digits
  if (digits.length < 7) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Has another country's code, or a + that may still become one. */
const hasForeignPrefix = (text: string) => /[+\uff0b](?!\D*1)/.test(text)

const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
