import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { parsePhone } from '../../delivery/rules.ts'
import { readSlipCode } from '../../fulfillment/slip-code.ts'
import { parseDollars } from '../../money.ts'
import { typedIdentifiers } from '../../orders/identifier.ts'
import { postalStyle } from '../../postal/street-style.ts'
import { TOKEN_PATTERN } from '../../tokens.ts'
import { beginsWith } from '../begins-with.ts'
import { pastedText } from '../pasted-text.ts'

/** The newest of each kind of match; a caller can always give something more specific. */
const MAX_FOUND = 300

export type Found = {
  ids: number[]
  /** Whether a kind of match had more than that. */
  isCut: boolean
}

/**
 * The orders that a caller may mean, by whatever they say: a number, a name, an email, a phone or its end, a ZIP, the
 * end of a card number, an amount, a tracking code, a street, or a name with a ZIP or the end of a number. Each kind that
 * the text can be is looked up through its own index.
 */
export function findOrders(db: Db, typed: string): Found {
  const found = matchersOf(asSaid(typed)).map((match) =>
    db.all<{ id: number }>(sql`${match} limit ${MAX_FOUND + 1}`).map(({ id }) => id),
  )
  return {
    ids: [...new Set(found.flatMap((ids) => ids.slice(0, MAX_FOUND)))],
    isCut: found.some((ids) => ids.length > MAX_FOUND),
  }
}

/** Without what pages, emails and slips print around a number: '•••• 4242', '#DW-7KQ2M4XA', 'Order DW-7KQ2M4XA.'. */
const asSaid = (typed: string) =>
  pastedText(typed)
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/^[\s#\u2022*]+(?=\w)|[\s.,;:]+$/g, '')
    .replace(/^order\s+#?(?=DW)/i, '')
    .trim()

type Match = ReturnType<typeof sql>

function matchersOf(typed: string): Match[] {
  if (typed === '') return []
  if (TOKEN_PATTERN.test(typed)) return [sql`select id from orders where token = ${typed}`]
  const slip = readSlipCode(typed)
  if (slip) return [byIdentifier(slip.identifier)]
  return [...numbers(typed), ...words(typed), ...wordsWithNumber(typed), ...streets(typed)]
}

const CARDS = /^(visa|mastercard|master|amex|american|express|discover|card|ending|in|with)$/

/** 'Jaffe 95818', 'Ana 4242', 'Visa ending in 4242'. */
function wordsWithNumber(typed: string): Match[] {
  const [, text = '', number = ''] = /^(.*\p{L}.*?)\s+(\d{4,5})$/u.exec(typed) ?? []
  const names = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !CARDS.test(word))
  if (number === '') return []
  const byNumber = number.length === 5 ? [byZip(number)] : [byLast4(number), byPhoneEnd(number)]
  if (names.length === 0) return number.length === 4 ? [byLast4(number)] : []
  return byNumber.map((match) => sql`select id from (${match}) where id in (${byName(names)})`)
}

function numbers(typed: string): Match[] {
  const compact = typed.replace(/[\s-]/g, '').toUpperCase()
  const digits = typed.replace(/[\s().+-]/g, '')
  const phone = parsePhone(typed)
  return [
    ...typedIdentifiers(compact).map(byIdentifier),
    ...(phone ? [byPhone(phone)] : []),
    ...(/^\d{5}(-\d{4})?$/.test(typed) ? [byZip(typed.slice(0, 5))] : []),
    ...(/^\d{4}$/.test(digits) ? [byLast4(digits), byPhoneEnd(digits)] : []),
    ...(/^\$?[\d,]+\.\d{2}$|^\$/.test(typed) ? byAmount(parseDollars(typed)) : []),
    ...(/^[0-9A-Z]{10,40}$/.test(compact) ? [byTrackingCode(compact)] : []),
  ]
}

function words(typed: string): Match[] {
  const lower = typed.toLowerCase()
  const isOneWord = !/\s/.test(typed)
  const names = lower.match(/[\p{L}\p{N}]+/gu) ?? []
  return [
    ...(isOneWord && /[a-z]/.test(lower) ? [byEmail(lower)] : []),
    ...(!typed.includes('@') && /\p{L}/u.test(typed) && names.length > 0 ? [byName(names)] : []),
  ]
}

/**
 * '12 Elm Street, Portland': as typed, and abbreviated, as most verified addresses are stored. Its first words alone may
 * be the street, because a unit is often stored by itself, and callers also name the city.
 */
function streets(typed: string): Match[] {
  const [street = ''] = typed.replace(/\s+/g, ' ').replace(/\./g, '').split(',')
  if (!/^\d\S* .*\p{L}/u.test(street)) return []
  const spellings = (said: string) => [...new Set([said, postalStyle(said)].map((one) => one.toLowerCase()))]
  const words = street.split(' ')
  const starts = words.slice(2).flatMap((_, i) => spellings(words.slice(0, i + 2).join(' ')))
  return [...spellings(street).map(byStreet), ...(starts.length > 0 ? [byWholeStreet(starts)] : [])]
}

const byIdentifier = (identifier: string) =>
  sql`select id from orders where ${beginsWith(sql`identifier`, identifier)}`

const byEmail = (email: string) => sql`select id from orders where ${beginsWith(sql`lower(email)`, email)}`

const byStreet = (street: string) =>
  sql`select id from orders where ${beginsWith(sql`lower(delivery_street1)`, street)} and placed_at is not null`

const byWholeStreet = (streets: string[]) =>
  sql`select id from orders where lower(delivery_street1) in ${streets} and placed_at is not null`

const byPhone = (phone: string) =>
  sql`select id from orders where delivery_phone = ${phone} and delivery_phone is not null
    and placed_at is not null order by id desc`

const byPhoneEnd = (end: string) =>
  sql`select id from orders where substr(delivery_phone, -4) = ${end} and delivery_phone is not null
    and placed_at is not null order by id desc`

const byAmount = (cents: number | null): Match[] =>
  cents === null
    ? []
    : [sql`select id from orders where total_cents = ${cents} and placed_at is not null order by id desc`]

const byZip = (zip: string) =>
  sql`select id from orders where delivery_postal_code = ${zip} and placed_at is not null order by id desc`

const byLast4 = (last4: string) =>
  sql`select order_id as id from payments where card_last4 = ${last4} and card_last4 is not null order by id desc`

const byTrackingCode = (code: string) =>
  sql`select order_id as id from shipping_labels where tracking_code = ${code} and tracking_code is not null`

/** Every word begins one of the name's: 'ruth ab' finds Ruth Abernathy. Letters and digits only, so it is no query. */
const byName = (names: string[]) =>
  sql`select rowid as id from order_names where order_names match ${names.map((word) => `"${word}"*`).join(' ')}
    order by rowid desc`
