import { isZip, ZIP_SENTENCE } from '#src/delivery/rules.ts'

/** Shown when neither the provider nor our server gives a reason. */
export const PAYMENT_FAILED_SENTENCE =
  "We're sorry, we weren't able to complete your order. Please try again."

/** The bank's reason, and what it means for the shopper. */
export const declinedSentence = (reason: string): string =>
  `${reason} Nothing was charged, and your box is saved.`

/** Shown when a response cannot be parsed. */
export const UNREADABLE_SENTENCE =
  'There was a problem communicating with our payment provider. Please try again.'

/** Shown when a card could not be saved to an account. */
export const CARD_FAILED_SENTENCE =
  "Sorry, we weren't able to update your credit card information. Please try again."

export const BILLING_ZIP_SENTENCE = 'Please enter a Billing Zip Code.'

/** Shared by the form and the server. */
export function billingZipProblem(typed: string): string | null {
  const zip = typed.trim()
  if (zip === '') return BILLING_ZIP_SENTENCE
  return isZip(zip) ? null : ZIP_SENTENCE
}
