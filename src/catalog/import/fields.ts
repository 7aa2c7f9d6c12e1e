import { z } from 'zod'
import { parseDay } from '../../day.ts'
import { parseDollars } from '../../money.ts'
import { stateCode } from '../../postal/states.ts'
import { readGtin } from '../gtin.ts'
import { findCategory } from '../rules.ts'

/** A field that `parse` reads. Where it returns null, the message is 'must be' and `expected`. */
export function field<T>(parse: (input: unknown) => T | null, expected: string) {
  return z.unknown().transform((input, context): T => {
    const value = parse(input)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: `must be ${expected}` })
    return z.NEVER
  })
}

/** Keeps markup, because pages escape it. */
export const text = (maxLength: number) =>
  field((input) => plainText(input, maxLength), `plain text of 1 to ${maxLength} characters`)

export const slug = field(
  (input) => (typeof input === 'string' && SLUG.test(input) ? input : null),
  'a slug of up to 80 lowercase letters, digits and single hyphens',
)

export const listOf = (max: number, maxLength: number) =>
  field((input) => plainList(input, max, maxLength), `at most ${max} items of 1 to ${maxLength} characters`)

export const whole = (min: number, max: number) =>
  field((input) => numberWithin(input, WHOLE, min, max), `a whole number from ${min} to ${max}`)

export const decimal = (min: number, max: number) =>
  field((input) => numberWithin(input, DECIMAL, min, max), `a number from ${min} to ${max}`)

export const price = field(centsOf, 'a price in dollars from 0.01 to 10000.00, such as 24.90')

export const state = field(
  (input) => (typeof input === 'string' ? stateCode(input) : null),
  'a US state, such as MT',
)

export const animal = field(
  (input) => (typeof input === 'string' ? (findCategory(input.toLowerCase())?.slug ?? null) : null),
  'beef, pork, lamb, bison, poultry, seafood or pantry',
)

export const day = field(
  (input) => (typeof input === 'string' ? parseDay(input) : null),
  'a date, such as 2026-03-02',
)

export const yesOrNo = field((input) => ANSWERS.get(String(input).toLowerCase()) ?? null, 'yes or no')

const NO_GTIN = '-'

/** Empty for `-`, which removes it. */
export const gtin = field((input) => {
  const typed = String(input).trim()
  return typed === NO_GTIN ? '' : readGtin(typed)
}, 'a GTIN or UPC of 8, 12, 13 or 14 digits with a correct check digit, or - for none')

/** Null for `-`, which removes the value. */
export const orNone = <T>(inner: z.ZodType<T>) => z.union([z.literal('-').transform(() => null), inner])

const SLUG = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/
const WHOLE = /^\d{1,9}$/
const DECIMAL = /^-?\d{1,9}(\.\d{1,9})?$/
export const MAX_PRICE_CENTS = 1_000_000
const ANSWERS = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])
// biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be shown on a page, in an email or on a label
const UNSHOWABLE = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ufffe\uffff\p{Co}]/u

function plainText(input: unknown, maxLength: number): string | null {
  if (typeof input !== 'string' && typeof input !== 'number') return null
  const tidy = String(input).replace(/\r\n?/g, '\n').trim().normalize('NFC')
  return tidy !== '' && tidy.length <= maxLength && !UNSHOWABLE.test(tidy) ? tidy : null
}

function plainList(input: unknown, max: number, maxLength: number): string[] | null {
  if (!Array.isArray(input) || input.length > max) return null
  const items = input.flatMap((item) => plainText(item, maxLength) ?? [])
  return items.length === input.length ? items : null
}

function numberWithin(input: unknown, shape: RegExp, min: number, max: number): number | null {
  if (typeof input !== 'string' && typeof input !== 'number') return null
  const digits = String(input).trim()
  const number = Number(digits)
  return shape.test(digits) && number >= min && number <= max ? number : null
}

function centsOf(input: unknown): number | null {
  const cents = parseDollars(String(input))
  return cents !== null && cents >= 1 && cents <= MAX_PRICE_CENTS ? cents : null
}
