import { type Day, formatDay } from '../day.ts'
import { formatCents } from '../money.ts'
import type { Flow } from '../payments/flow.ts'

/** What both checkouts say, and the scripts of both. */

export const EMAIL_HINT = "We'll send your receipt and delivery updates here."

export const GIFT_WORDS =
  "We'll print your message on the packing slip, without prices. Gifts can't be recurring."

export const GIFT_LABELS = {
  tick: 'This is a gift',
  name: "Recipient's name",
  email: "Recipient's email",
  message: 'Your message',
}

/** A link to the cart. */
export const CHANGE_BOX = 'Change your box'

export const DATE_QUESTION = 'When should it arrive?'
export const CLOSED_DAYS_HINT = "Tap a grayed-out day to see why it's unavailable."

export const arrivalLine = (arrivesOn: Day): string => `Arrives ${formatDay(arrivesOn, 'long')}`

export const deliveryPrice = (cents: number | null): string =>
  cents ? `delivery ${formatCents(cents)}` : 'free delivery'

/** In place of the pay button, as long as something is missing. */
export const DETAILS_HINT = 'The pay button appears here once your payment details are complete.'
export const TERMS_HINT = 'Agree to the terms of service to pay.'

/** The link stands after the sentence. */
export const TERMS_AGREEMENT = { sentence: 'I agree to the', link: 'terms of service' } as const

export const NOTHING_TO_PAY = "There's nothing to pay for this box."
export const PLACE_ORDER = 'Place order'

export const SAVED_CARD_SENTENCES: Readonly<Partial<Record<Flow, string>>> = {
  'sub-free': "There's nothing to pay for this box. We'll save your card for future boxes.",
  'sub-paid': "We'll save your card for future boxes.",
}

export const PAY_WITH = 'Pay with'
export const NEW_CARD = 'A new card'

export const CHOSEN_CARD_SENTENCES: Readonly<Partial<Record<Flow, string>>> = {
  'sub-free': "There's nothing to pay for this box. We'll charge this card for future boxes.",
  'sub-paid': "We'll charge this card for future boxes, too.",
}

export const CARD_TRUST = 'Your card goes straight to our payment provider. We never see its number.'

export const noScriptSentence = (storePhone: string): string =>
  `To pay by card, please turn on JavaScript and reload this page, or call us at ${storePhone}. Your card goes straight to our payment provider, never to us.`

/** With nothing else to pay, the total on the button stays the same. */
export const giftChangedSentence = (giftCents: number): string =>
  `Gift cards and store credit now pay ${formatCents(giftCents)} of this box. Please check it before you order.`

/** The shopper is never charged an amount other than the one on the button. */
export const totalChangedSentence = (totalCents: number): string =>
  `The total is now ${formatCents(totalCents)}. Please check it before you pay.`
