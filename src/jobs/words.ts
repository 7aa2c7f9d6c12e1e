/**
 * What each kind of job is for, as a person says it who doesn't know our code: "The receipt couldn't be sent." Also
 * "Emailed the receipt", so each begins in lower case.
 */
type JobWords = { thing: string; failure: string }

const sent = (thing: string): JobWords => ({ thing, failure: "couldn't be sent" })
const done = (thing: string, failure: string): JobWords => ({ thing, failure: `couldn't be ${failure}` })

const WORDS: Readonly<Record<string, JobWords>> = {
  mail_receipt: sent('the receipt'),
  mail_receipt_again: sent('another copy of the receipt'),
  mail_final_weights: sent('the receipt with final weights'),
  mail_order_edited: sent('the changed receipt'),
  mail_delivery_changed: sent('the changed delivery'),
  mail_waiting_ended: sent('the notice that an unpaid change ended'),
  mail_shipment: sent('a tracking update'),
  mail_short: sent('the note about missing items'),
  mail_recall: sent('the recall notice'),
  mail_weather_hold: sent('the notice of a weather hold'),
  mail_order_refunded: sent("the notice of the order's refund"),
  mail_part_refunded: sent('the notice of a partial refund'),
  mail_refund_made: sent('the notice of a refund'),
  mail_refund_failed: sent('the notice of a failed refund'),
  mail_refund_replaced: sent('the notice of a refund sent another way'),
  mail_money_returned: sent('the notice of a returned payment'),
  mail_claim_answered: sent('the answer to a claim'),
  mail_review_decided: sent('the answer about a review'),
  mail_draft_link: sent('the link to a filled box'),
  mail_gift_card: sent('a gift card'),
  mail_card_returned: sent('the notice of a returned gift card'),
  mail_cash_request: sent('the request to pay out a gift card'),
  mail_gift_placed: sent('the list of gift boxes'),
  mail_gift_returned: sent('the notice of gift boxes refunded'),
  mail_gifting_question: sent('a question about corporate gifting'),
  mail_membership_begun: sent("the member's welcome"),
  mail_membership_box: sent("the news of a member's next box"),
  mail_yearly_reminder: sent("the member's yearly reminder"),
  mail_agreement_ended: sent('the confirmation of a canceled recurring box'),
  mail_back_in_stock: sent('the news of an item back in stock'),
  mail_now_served: sent('the news of a ZIP code now served'),
  mail_farm_news: sent('the news from farms'),
  mail_invitation: sent('the invitation of a friend'),
  mail_credit_earned: sent('the notice of referral credit'),
  mail_link: sent('a sign-in, password or confirmation link'),
  mail_password_changed: sent('the notice of a changed password'),
  mail_password_ended: sent('the request to choose a new password'),
  mail_provider_connected: sent('the notice of a new way to sign in'),
  mail_email_change_asked: sent('the notice of a requested email change'),
  mail_parting: sent('the last email to an old address'),
  mail_accounts_merged: sent('the notice of merged accounts'),
  mail_role_invitation: sent("a colleague's invitation"),
  mail_second_factor: sent('the notice of a changed second step'),
  mail_data_request: sent('the link to confirm a data request'),
  mail_data_corrected: sent('the notice of corrected data'),
  mail_data_refusal: sent('the answer to a data request'),
  mail_open_flags: sent('the daily list of what needs you'),
  send_text: sent('a text message'),
  send_refund: done('a refund', 'sent to the bank'),
  capture_held: done('a held payment', 'taken from the card'),
  cancel_intent: done('a payment with too many declined cards', 'closed'),
  detach_card: done('a removed card', 'deleted at the payment provider'),
  forget_customer: done("a person's payment data", 'deleted at the provider'),
  erase_order: done("an order's personal data", 'erased'),
  record_purchase: done('a purchase', 'counted in the statistics'),
  verify_address: done('an address', 'checked'),
  import_picture: done('an imported picture', 'prepared'),
  start_price: done('a planned price', 'started'),
  export_wave: done('the files of a wave', 'written'),
  write_staff_export: done('an export', 'written'),
  buy_labels: done('shipping labels', 'bought'),
  refund_label: done("a voided label's money", 'claimed back'),
  make_manifest: done("the carrier's pickup form", 'made'),
  hold_for_weather: done('the boxes of a weather alert', 'held'),
  lift_weather_alert: done('a weather alert', 'ended'),
  refund_unanswered_delay: done('a delayed box without an answer', 'refunded'),
  check_gift_box: done('a gift box', 'checked'),
  place_gift_box: done('a gift box', 'placed'),
}

/** A kind that an older version left behind. */
const UNKNOWN = done('work of an earlier version', 'finished')

export const hasWords = (kind: string): boolean => Object.hasOwn(WORDS, kind)

const wordsOf = (kind: string): JobWords => (hasWords(kind) && WORDS[kind]) || UNKNOWN

/** Within a sentence: 'the receipt'. */
export const jobThing = (kind: string): string => wordsOf(kind).thing

/** 'The receipt' */
export const jobTitle = (kind: string): string => capitalized(jobThing(kind))

/** "The receipt couldn't be sent: order DW-4K7M2Q." */
export function failureSentence(kind: string, order: string | null): string {
  const { thing, failure } = wordsOf(kind)
  return `${capitalized(thing)} ${failure}${order ? `: order ${order}` : ''}.`
}

const capitalized = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)
