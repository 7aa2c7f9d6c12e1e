import { passesLuhn } from '../card-numbers.ts'
import { testCardByNumber } from '../test-cards.ts'
import { type StripeProblem, validationProblem } from './problems.ts'

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'

const brandPatterns: [Brand, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['diners', /^3(0[0-5]|[68])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
]

export const digitsOf = (text: string) => text.replace(/\D/g, '')

export const brandOf = (digits: string): Brand =>
  brandPatterns.find(([, pattern]) => pattern.test(digits))?.[0] ?? 'unknown'

export const numberLength = (brand: Brand) => (brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16)

export const codeLength = (brand: Brand) => (brand === 'amex' ? 4 : 3)

export function groupNumber(text: string): string {
  const digits = digitsOf(text)
  const brand = brandOf(digits)
  const trimmed = digits.slice(0, numberLength(brand))
  const groups =
    brand === 'amex' || brand === 'diners'
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/
      : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/
  return trimmed.match(groups)?.slice(1).filter(Boolean).join(' ') ?? trimmed
}

/** `MM / YY`. A first digit above 1 is a whole month. */
export function groupExpiry(text: string, previous = ''): string {
  const deletesSlash = previous.endsWith(' / ') && text === previous.slice(0, -1)
  let digits = digitsOf(text)
  if (deletesSlash) digits = digits.slice(0, -1)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // Autofill enters four-digit years.
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text)
  if (digits.length !== 4) return null
  return { month: Number(digits.slice(0, 2)), year: 2_000 + Number(digits.slice(2)) }
}

export function numberProblem(text: string): StripeProblem | null {
  const digits = digitsOf(text)
  if (digits.length < numberLength(brandOf(digits)))
    return validationProblem('incomplete_number', 'Your card number is incomplete.')
  if (!passesLuhn(digits)) return validationProblem('invalid_number', 'Your card number is invalid.')
  if (testCardByNumber(digits)) return null
  return validationProblem(
    'invalid_number',
    'Your card number is invalid. This is a test form, so please use a test card, never a real one.',
  )
}

export function expiryProblem(text: string, today: Date): StripeProblem | null {
  const expiry = readExpiry(text)
  if (!expiry) return validationProblem('incomplete_expiry', "Your card's expiration date is incomplete.")
  if (expiry.month < 1 || expiry.month > 12)
    return validationProblem('invalid_expiry', "Your card's expiration date is invalid.")
  if (expiry.year < today.getFullYear() || expiry.year > today.getFullYear() + 50) {
    return validationProblem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  if (expiry.year === today.getFullYear() && expiry.month < today.getMonth() + 1) {
    return validationProblem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return null
}

export function codeProblem(text: string, brand: Brand): StripeProblem | null {
  if (digitsOf(text).length >= codeLength(brand)) return null
  return validationProblem('incomplete_cvc', "Your card's security code is incomplete.")
}

/** Stripe asks for a postal code only where banks check it. */
export const asksPostalCode = (country: string) => ['US', 'GB', 'CA', 'PR'].includes(country)

export function postalProblem(text: string, country: string): StripeProblem | null {
  if (!asksPostalCode(country)) return null
  const isUnitedStates = country === 'US' || country === 'PR'
  const isComplete = isUnitedStates ? /^\d{5}$/.test(text.trim()) : text.trim().length >= 3
  if (isComplete) return null
  return validationProblem(
    'incomplete_zip',
    isUnitedStates ? 'Your ZIP is invalid.' : 'Your postal code is incomplete.',
  )
}
