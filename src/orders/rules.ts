import type { OrderState } from '#db/schema/index.ts'
import { addDays, type Day } from '../day.ts'

/** For a box that staff filled. */
export const STAFF_CHANGE_IT = 'Please reply to our email or call us, so that we can change your box.'

export const withdrawnSentence = (name: string): string => `We no longer sell ${name}.`

export const membersOnlySentence = (name: string): string => `${name} is for members only right now.`

export const removeSentence = (items: number): string =>
  `Please remove ${items === 1 ? 'it' : 'them'} from your box and try again.`

export const shortageSentence = (name: string, available: number): string =>
  available === 0
    ? `${name} is sold out.`
    : `Only ${available} of ${name} ${available === 1 ? 'is' : 'are'} left.`

/** The date of the current terms of service, stored with every consent. */
export const TERMS_VERSION = '2026-11-24'

/** States that require agreement to the terms before a payment (source specification, section 4). */
const TERMS_STATES = ['CA']

/** Stripe's minimum charge in dollars. */
export const MIN_CHARGE_CENTS = 50

export const BEING_PAID_SENTENCE =
  'Your payment for this box is being confirmed. Please wait a moment before you change it.'

/** For what would send the money back at once. */
export const CHARGE_UNDER_WAY_SENTENCE =
  'A payment for this order is still being confirmed. Please try again in a minute.'

export const TERMS_MISSING_SENTENCE = 'Please agree to the terms of service.'

export const termsRequired = (deliveryState: string | null) =>
  deliveryState !== null && TERMS_STATES.includes(deliveryState)

type Agreeable = { deliveryState: string | null; termsAcceptedAt: number | null }

export const lacksTerms = ({ deliveryState, termsAcceptedAt }: Agreeable) =>
  termsRequired(deliveryState) && termsAcceptedAt === null

/** Each field may be empty. The recipient's email is used for this box only, never for marketing. */
export type Gift = { recipientName: string; recipientEmail: string; message: string }

/** After its arrival, for telling us what was wrong with a box. */
export const CLAIM_DAYS = 14

/** The box came, even if it was sent back since, or should be here by now. `today` ends at its door. */
export const isClaimable = (state: OrderState, arrivalOn: Day, today: Day): boolean =>
  state === 'delivered' || (state === 'shipped' && today > arrivalOn)

/** @param cameOn by the carrier's scan, where the box goes */
export const lastClaimDay = (promisedOn: Day, cameOn: Day | null): Day =>
  addDays(cameOn !== null && cameOn > promisedOn ? cameOn : promisedOn, CLAIM_DAYS)

/** After another change of the order. */
export const WAITING_ENDED =
  'The change that waited for its payment has ended, and nothing was charged for it.'
