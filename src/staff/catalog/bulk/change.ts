import { plainDollars } from '../../../money.ts'

export const BULK_CHANGES = [
  'price_percent',
  'price_amount',
  'hide',
  'publish',
  'place',
  'badge_add',
  'badge_remove',
] as const

export type BulkChange =
  | { kind: 'price_percent'; hundredths: number }
  | { kind: 'price_amount'; cents: number }
  | { kind: 'hide' | 'publish' }
  | { kind: 'place'; first: number }
  | { kind: 'badge_add' | 'badge_remove'; badge: string }

export type ChangeRead = { ok: true; change: BulkChange } | { ok: false; field: string; message: string }

const MAX_PLACE = 900_000
const MAX_BADGE = 40

/** Null if no change was chosen yet. */
export function readChange(given: Record<string, unknown>): ChangeRead | null {
  const kind = BULK_CHANGES.find((known) => known === given.change)
  if (!kind) return given.change ? refuse('change', 'Please choose what to change.') : null
  switch (kind) {
    case 'price_percent': {
      const hundredths = signedHundredths(given.percent)
      return hundredths === null || hundredths <= -10_000
        ? refuse('percent', 'Please enter a percentage such as 5 or -7.5, above -100.')
        : { ok: true, change: { kind, hundredths } }
    }
    case 'price_amount': {
      const cents = signedHundredths(given.dollars)
      return cents === null
        ? refuse('dollars', 'Please enter an amount such as 1.50 or -2.')
        : { ok: true, change: { kind, cents } }
    }
    case 'place': {
      const typed = String(given.first ?? '').trim()
      const first = Number(typed)
      return /^\d{1,6}$/.test(typed) && first >= 1 && first <= MAX_PLACE
        ? { ok: true, change: { kind, first } }
        : refuse('first', `Please enter a whole number from 1 to ${MAX_PLACE.toLocaleString('en-US')}.`)
    }
    case 'badge_add':
    case 'badge_remove': {
      const badge = String(given.badge ?? '').trim()
      return badge !== '' && badge.length <= MAX_BADGE
        ? { ok: true, change: { kind, badge } }
        : refuse('badge', `Please enter a badge of at most ${MAX_BADGE} characters.`)
    }
    default:
      return { ok: true, change: { kind } }
  }
}

const refuse = (field: string, message: string): ChangeRead => ({ ok: false, field, message })

/** Of '5', '-7.5' or '+1.25'; null for anything else, and for nothing. Works on the digits, because floats round. */
function signedHundredths(typed: unknown): number | null {
  const text = String(typed ?? '')
    .replace(/[$%\s]/g, '')
    .replace('−', '-')
  const [, sign, whole, rest = ''] = /^([+-]?)(\d{1,5}|\d{1,2},\d{3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole.replace(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  if (hundredths === 0) return null
  return sign === '-' ? -hundredths : hundredths
}

/** What it does, as a title. */
export function titleOf(change: BulkChange): string {
  switch (change.kind) {
    case 'price_percent':
      return `Prices ${signed(change.hundredths)}%`
    case 'price_amount':
      return `Prices ${change.cents < 0 ? '-' : '+'}$${plainDollars(Math.abs(change.cents))}`
    case 'hide':
      return 'Hide products'
    case 'publish':
      return 'Publish products'
    case 'place':
      return `Places from ${change.first}`
    case 'badge_add':
      return `Add the badge ${change.badge}`
    case 'badge_remove':
      return `Remove the badge ${change.badge}`
  }
}

const signed = (hundredths: number) => `${hundredths < 0 ? '' : '+'}${hundredths / 100}`

const TYPED = ['change', 'percent', 'dollars', 'first', 'badge', 'reason'] as const

/** The form's fields as they were typed. */
export type TypedBulk = Record<(typeof TYPED)[number], string>

export const typedBulk = (given: Record<string, unknown>): TypedBulk =>
  Object.fromEntries(
    TYPED.map((name) => [name, typeof given[name] === 'string' ? given[name] : '']),
  ) as TypedBulk
