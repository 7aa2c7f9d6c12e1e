import { isZip, ZIP_SENTENCE } from '#src/delivery/rules.ts'

/** When the provider, or our own server, gives no better words. */
export const PAYMENT_FAILED_SENTENCE =
  "We're sorry, we weren't able to complete your order. Please try again."

/** When an answer cannot be read. */
export const UNREADABLE_SENTENCE =
  'There was a problem communicating with our payment provider. Please try again.'

/** When a card could not be kept for an account. */
export const CARD_FAILED_SENTENCE =
  "Sorry, we weren't able to update your credit card information. Please try again."

export const BILLING_ZIP_SENTENCE = 'Please enter a Billing Zip Code.'

/** What is wrong with the zip code of a card's bill, for the form and the server alike; null when nothing is. */
export function billingZipProblem(typed: string): string | null {
  const zip = typed.trim()
  if (zip === '') return BILLING_ZIP_SENTENCE
  return isZip(zip) ? null : ZIP_SENTENCE
}
