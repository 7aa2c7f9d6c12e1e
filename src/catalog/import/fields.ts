import { z } from 'zod'
import { asDay } from '../../day.ts'
import { stateCode } from '../../postal/states.ts'
import { findCategory } from '../rules.ts'

/** A field as `read` understands it; null is what it cannot be, and `must` says what it must. */
function field<T>(read: (given: unknown) => T | null, must: string) {
  return z.unknown().transform((given, context): T => {
    const value = read(given)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: `must be ${must}` })
    return z.NEVER
  })
}

/** Words as they are, markup included: pages show it as text. */
export const text = (longest: number) =>
  field((given) => plainText(given, longest), `plain text of 1 to ${longest} characters`)

export const slug = field(
  (given) => (typeof given === 'string' && SLUG.test(given) ? given : null),
  'a slug of up to 80 small letters, digits and single hyphens',
)

export const listOf = (most: number, longest: number) =>
  field((given) => plainList(given, most, longest), `at most ${most} items of 1 to ${longest} characters`)

export const whole = (least: number, most: number) =>
  field((given) => numberWithin(given, WHOLE, least, most), `a whole number from ${least} to ${most}`)

export const decimal = (least: number, most: number) =>
  field((given) => numberWithin(given, DECIMAL, least, most), `a number from ${least} to ${most}`)

/** In dollars, '24.90' or 24.9; kept as cents. */
export const price = field(centsOf, 'a price in dollars from 0.01 to 10000.00, such as 24.90')

export const state = field(
  (given) => (typeof given === 'string' ? stateCode(given) : null),
  'one of the states, such as MT',
)

export const animal = field(
  (given) => (typeof given === 'string' ? (findCategory(given.toLowerCase())?.slug ?? null) : null),
  'beef, pork, lamb, bison, poultry, seafood or pantry',
)

export const day = field((given) => (typeof given === 'string' ? asDay(given) : null), 'a date, 2026-03-02')

export const yesOrNo = field((given) => ANSWERS.get(String(given).toLowerCase()) ?? null, 'yes or no')

const SLUG = /^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/
const WHOLE = /^\d{1,9}$/
const DECIMAL = /^-?\d{1,9}(\.\d{1,9})?$/
const DOLLARS = /^\$?(\d{1,5})(?:\.(\d{1,2}))?$/
const MOST_CENTS = 1_000_000
const ANSWERS = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])
// biome-ignore lint/suspicious/noControlCharactersInRegex: no page, mail or label can show them
const UNSHOWABLE = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ufffe\uffff]/

function plainText(given: unknown, longest: number): string | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null
  const tidy = String(given).replace(/\r\n?/g, '\n').trim().normalize('NFC')
  return tidy !== '' && tidy.length <= longest && !UNSHOWABLE.test(tidy) ? tidy : null
}

function plainList(given: unknown, most: number, longest: number): string[] | null {
  if (!Array.isArray(given) || given.length > most) return null
  const items = given.flatMap((item) => plainText(item, longest) ?? [])
  return items.length === given.length ? items : null
}

function numberWithin(given: unknown, shape: RegExp, least: number, most: number): number | null {
  if (typeof given !== 'string' && typeof given !== 'number') return null
  const spelled = String(given).trim()
  const number = Number(spelled)
  return shape.test(spelled) && number >= least && number <= most ? number : null
}

/** By its digits: 24.9 × 100 is not 2490. */
function centsOf(given: unknown): number | null {
  const [, dollars, rest = ''] = DOLLARS.exec(String(given).trim()) ?? []
  if (dollars === undefined) return null
  const cents = Number(dollars) * 100 + Number(rest.padEnd(2, '0'))
  return cents >= 1 && cents <= MOST_CENTS ? cents : null
}
