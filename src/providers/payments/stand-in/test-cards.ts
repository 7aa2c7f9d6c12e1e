import type { Decline } from './refusals.ts'

/** What happens when a card is charged. The server and the page's script share this table. */
export type CardBehavior =
  | { kind: 'succeeds' }
  | { kind: 'declines'; decline: Decline }
  /** Stripe's 0341: attaching succeeds, but charging the attached card fails. */
  | { kind: 'declines_once_attached'; decline: Decline }
  /** 3-D Secure. `unlessSetUp` cards skip it off-session once a setup was authenticated. */
  | { kind: 'authenticates'; unlessSetUp: boolean; decline?: Decline }
  | { kind: 'processes' }

export type RefundBehavior = 'succeeds' | 'pends' | 'fails'

/** What the cardholder's bank does once the charge has succeeded. */
export type Aftermath = 'dispute' | 'inquiry' | 'fraud_warning'

export type TestCard = {
  /** The published number, which is compared only in the page. */
  number: string
  method: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  funding: 'credit' | 'debit'
  behavior: CardBehavior
  refund?: RefundBehavior
  aftermath?: Aftermath
  hint?: string
}

const decline = (
  code: string,
  message: string,
  declineCode?: string,
  advice?: Decline['advice'],
): Decline => ({
  code,
  message,
  ...(declineCode && { declineCode }),
  ...(advice && { advice }),
})

const DECLINED = 'Your card was declined.'
const genericDecline = decline('card_declined', DECLINED, 'generic_decline', 'try_again_later')
const insufficientFunds = decline(
  'card_declined',
  'Your card has insufficient funds.',
  'insufficient_funds',
  'try_again_later',
)
const expiredCard = decline('expired_card', 'Your card has expired.', 'expired_card', 'do_not_try_again')
const incorrectCode = decline(
  'incorrect_cvc',
  "Your card's security code is incorrect.",
  'incorrect_cvc',
  'confirm_card_data',
)
const processingError = decline(
  'processing_error',
  'An error occurred while processing your card. Try again in a little bit.',
  'processing_error',
  'try_again_later',
)

export const authenticationRequired = decline(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
  'authentication_required',
)

type Extra = Partial<Pick<TestCard, 'brand' | 'funding' | 'refund' | 'aftermath' | 'hint'>>

const card = (number: string, method: string, behavior: CardBehavior, extra: Extra = {}): TestCard => ({
  number,
  method,
  brand: 'visa',
  funding: 'credit',
  behavior,
  ...extra,
})

const succeeds: CardBehavior = { kind: 'succeeds' }
const declines = (reason: Decline): CardBehavior => ({ kind: 'declines', decline: reason })

/** Stripe's published test cards under Stripe's names, plus our own `pm_card_processing`. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'pm_card_visa', succeeds, { hint: 'Succeeds' }),
  card(
    '4000002500003155',
    'pm_card_authenticationRequiredOnSetup',
    { kind: 'authenticates', unlessSetUp: true },
    { hint: 'Asks for 3-D Secure' },
  ),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', declines(genericDecline), { hint: 'Declined' }),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', declines(insufficientFunds), {
    hint: 'Insufficient funds',
  }),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', declines(expiredCard), { hint: 'Expired' }),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', declines(incorrectCode), {
    hint: 'Wrong security code',
  }),
  card(
    '4000000000000341',
    'pm_card_chargeCustomerFail',
    { kind: 'declines_once_attached', decline: genericDecline },
    { hint: 'Declined when charged again later' },
  ),
  // Stripe has no card that stays in `processing`; this number is ours.
  card(
    '4000000000007007',
    'pm_card_processing',
    { kind: 'processes' },
    { hint: 'Takes a while, then succeeds' },
  ),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', declines(processingError)),
  card(
    '4000000000009987',
    'pm_card_visa_chargeDeclinedLostCard',
    declines(decline('card_declined', DECLINED, 'lost_card', 'do_not_try_again')),
  ),
  card(
    '4000000000009979',
    'pm_card_visa_chargeDeclinedStolenCard',
    declines(decline('card_declined', DECLINED, 'stolen_card', 'do_not_try_again')),
  ),
  card('4000002760003184', 'pm_card_authenticationRequired', { kind: 'authenticates', unlessSetUp: false }),
  card('4000000000003220', 'pm_card_threeDSecure2Required', { kind: 'authenticates', unlessSetUp: false }),
  card('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', {
    kind: 'authenticates',
    unlessSetUp: false,
    decline: insufficientFunds,
  }),
  card('4000000000007726', 'pm_card_pendingRefund', succeeds, { refund: 'pends' }),
  card('4000000000005126', 'pm_card_refundFail', succeeds, { refund: 'fails' }),
  card('4000000000000259', 'pm_card_createDispute', succeeds, { aftermath: 'dispute' }),
  card('4000000000001976', 'pm_card_createDisputeInquiry', succeeds, { aftermath: 'inquiry' }),
  card('4000000000005423', 'pm_card_createIssuerFraudRecord', succeeds, { aftermath: 'fraud_warning' }),
  card('4000056655665556', 'pm_card_visa_debit', succeeds, { funding: 'debit' }),
  card('5555555555554444', 'pm_card_mastercard', succeeds, { brand: 'mastercard' }),
  card('378282246310005', 'pm_card_amex', succeeds, { brand: 'amex' }),
  card('6011111111111117', 'pm_card_discover', succeeds, { brand: 'discover' }),
]

const cardsByName = new Map(
  testCards.flatMap((entry) => {
    const bare = entry.method.replace('pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined')
    const full = entry.method.replace('pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined')
    return [bare, full].flatMap((name) =>
      [name, name.replace('pm_card_', 'tok_')].map((alias) => [alias, entry] as const),
    )
  }),
)

/** Finds `pm_card_…` or `tok_…`, with or without `visa_` where Stripe publishes both. */
export const testCardByName = (name: string) => cardsByName.get(name)

export const testCardByNumber = (number: string) => testCards.find((entry) => entry.number === number)
