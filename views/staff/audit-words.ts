import type { AuditEntry } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'

export type Said = Pick<AuditEntry, 'verb' | 'subjectKind' | 'subjectLabel' | 'subjectToken' | 'detail'>

/** Follows the actor's name; `{}` is the subject. Every verb has its line (test/staff/audit.long.test.ts). */
const SENTENCES: Record<string, string> = {
  'bulk_edit.applied': 'edited many items: {}',
  'bulk_edit.picture_replaced': 'replaced a picture: {}',
  'bulk_edit.undone': 'undid an edit: {}',
  'bundle.added': 'added the bundle {}',
  'bundle.changed': 'changed the bundle {}',
  'catalog.file_uploaded': 'uploaded {}',
  'catalog.imported': 'imported {}',
  'claim.answered': 'answered {}',
  'claim.charged_to_farm': 'charged the farm for {}',
  'corporate_gift.addressed': 'added addresses to the corporate gift {}',
  'corporate_gift.begun': 'began a corporate gift with the draft {}',
  'corporate_gift.box_moved': 'moved a box of the corporate gift {} to another day',
  'corporate_gift.lines_removed': 'removed addresses from the corporate gift {}',
  'corporate_gift.quote_taken_back': 'took back the quote of the corporate gift {}',
  'corporate_gift.quoted': 'sent the link to pay for the corporate gift {}',
  'corporate_gift.rest_returned': 'gave back what no box of the corporate gift {} needs',
  'corporate_gift.tried_again': 'tried to place boxes of the corporate gift {} again',
  'customer.credit_approved': 'approved store credit for {}',
  'customer.credit_given': 'gave store credit to {}',
  'customer.credit_refused': 'refused store credit for {}',
  'customer.credit_requested': 'asked a colleague to approve store credit for {}',
  'customer.credit_taken': 'took store credit from {}',
  'customer.merged': 'merged another account into {}',
  'customer.merged_away': 'merged {} into another account',
  'customer.note_added': 'added a note about {}',
  'customer.signed_out': 'signed {} out everywhere',
  'customer.viewed': 'looked at {}',
  'data_request.corrected': 'corrected a person’s data at their request',
  'data_request.erased': 'erased a person’s data at their request',
  'data_request.refused': 'refused {}',
  'export.downloaded': 'downloaded the export “{}”',
  'farm.added': 'added the farm {}',
  'farm.changed': 'changed the farm {}',
  'farm.picture_uploaded': 'uploaded a picture of {}',
  'farm_terms.added': 'entered new terms for {}',
  'flag.acted_on': 'acted on the flag “{}”',
  'flag.assigned': 'assigned the flag “{}”',
  'flag.resolved': 'resolved the flag “{}”',
  'gift_card.issued': 'issued {}',
  'gift_card.resumed': 'let {} pay again',
  'gift_card.stopped': 'stopped {}',
  'invitation.sent': 'sent an {}',
  'invitation.withdrawn': 'withdrew an {}',
  'offer.added': 'added {}',
  'offer.changed': 'changed {}',
  'offer.delivery_announced': 'announced packs of {}',
  'offer.delivery_corrected': 'corrected the announced packs of {}',
  'offer.paused': 'paused {}',
  'offer.price_changed': 'changed the price of {}',
  'offer.price_impossible': 'could not apply a scheduled price for {}',
  'offer.price_proposed': 'proposed a price for {}',
  'offer.price_scheduled': 'scheduled a price for {}',
  'offer.price_started': 'applied a scheduled price for {}',
  'offer.price_withdrawn': 'withdrew a scheduled price for {}',
  'offer.resumed': 'put {} on sale again',
  'offer.stock_corrected': 'corrected the stock of {}',
  'order.cancel_asked': 'asked a colleague to cancel order {} too',
  'order.charge_agreed': 'asked to charge the kept card for {}, with the customer’s consent',
  'order.claim_asked': 'asked a colleague to answer the claim on order {} too',
  'order.draft_addressed': 'entered who gets the draft {}',
  'order.draft_code_added': 'entered a code on the draft {}',
  'order.draft_code_removed': 'took a code off the draft {}',
  'order.draft_dated': 'chose the delivery day of the draft {}',
  'order.draft_ended': 'dropped the draft {}',
  'order.draft_filled': 'filled the draft {}',
  'order.draft_price_approved': 'approved the prices of the draft {}',
  'order.draft_price_refused': 'refused the prices of the draft {}',
  'order.drafted': 'began the draft {}',
  'order.edit_asked': 'asked a colleague to make order {} smaller too',
  'order.edited': 'changed what is in order {}',
  'order.link_revoked': 'took back the link to pay for {}',
  'order.link_sent': 'sent a link to pay for {}',
  'order.mail_resent': 'sent an email about order {} again',
  'order.moved': 'moved order {} to another day',
  'order.noted': 'added a note to order {}',
  'order.refund_asked': 'asked a colleague to approve a refund of order {}',
  'order.refund_refused': 'refused a refund of order {}',
  'order.refunded': 'refunded money of order {}',
  'order.reship_asked': 'asked a colleague to send order {} again too',
  'order.shorted': 'took missing packs off order {}',
  'payout.recorded': 'recorded a payout for {}',
  'payout.taken_back': 'took back a payout for {}',
  'person.joined': 'joined',
  'person.role_given': 'gave a role to {}',
  'person.role_removed': 'removed a role from {}',
  'person.second_step_reset': 'reset the second step of {}',
  'price_proposal.accepted': 'accepted the farm’s price for {}',
  'price_proposal.refused': 'refused the farm’s price for {}',
  'promotion.approved': 'approved the promotion {}',
  'promotion.changed': 'changed the limits of the promotion {}',
  'promotion.created': 'made the promotion {}',
  'promotion.proposed': 'proposed the promotion {}',
  'promotion.resumed': 'resumed the promotion {}',
  'promotion.stopped': 'stopped the promotion {}',
  'recall.call_recorded': 'recorded a call for {}',
  'recall.case_changed': 'changed the class or case of {}',
  'recall.sent': 'sent the emails for {}',
  'recall.started': 'started {}',
  'review.answer_removed': 'removed the farm’s answer from {}',
  'review.answered': 'answered {} for the farm',
  'review.published': 'published {}',
  'review.refused': 'refused {}',
  'reward.ended': 'ended the reward “{}”',
  'reward.granted': 'granted the reward “{}”',
  'role.second_step_optional': 'made the second step optional for {}',
  'role.second_step_required': 'required a second step for {}',
  'setting.restored': 'took back a change of the settings “{}”',
  'setting.saved': 'changed the settings “{}”',
  'ship_day.capacity_changed': 'changed the capacity of {}',
  'ship_day.closed': 'closed {}',
  'ship_day.opened': 'opened {}',
  'statement.closed': 'closed the statement of {}',
  'variety.added': 'added the product {}',
  'variety.changed': 'changed the product {}',
  'variety.picture_uploaded': 'uploaded a picture of {}',
  'wave.labels_voided': 'voided labels of {}',
  'wave.voided': 'voided {}',
  'weather_alert.added': 'added the weather alert {}',
  'weather_alert.changed': 'changed the weather alert {}',
  'weather_alert.cleared': 'cleared the weather alert {}',
}

/** Whether staff can do this today. The trail may also have verbs of earlier releases. */
export const isVerb = (verb: string): boolean => Object.hasOwn(SENTENCES, verb)

export function auditSentence(entry: Said): string {
  const sentence = SENTENCES[entry.verb]
  if (sentence) return sentence.replace('{}', entry.subjectLabel)
  return `${spaced(entry.subjectKind)} ${entry.subjectLabel}: ${verbWords(entry.verb)}`
}

/** 'order.price_changed' as 'price changed'. */
export const verbWords = (verb: string): string => spaced(verb.slice(verb.indexOf('.') + 1))

export const kindWords = (verb: string): string => spaced(verb.slice(0, verb.indexOf('.')))

const spaced = (name: string) => name.replaceAll('_', ' ')

/** Tokens of a center's things begin with its slug. */
const atCenter =
  (path: (center: string, id: string) => string) =>
  (token: string): string => {
    const [center = '', ...id] = token.split('/')
    return path(center, id.join('/'))
  }

/** The page of each kind of subject. */
const PAGES: Record<string, (token: string) => string> = {
  bundle: (token) => paths.staffBundle(token),
  bulk_edit: (token) => paths.madeBulkEdit(token),
  catalog: (token) => paths.shownImport(token),
  claim: (token) => paths.staffClaim(token),
  corporate_gift: (token) => paths.corporateGift(token),
  customer: (token) => paths.staffCustomer(token),
  data_request: () => paths.dataRequests(),
  farm: (token) => paths.staffFarm(token),
  flag: (token) => paths.flag(token),
  invitation: () => paths.staffPeople(),
  offer: (token) => paths.staffOffer(token),
  order: (token) => paths.staffOrder(token),
  person: (token) => paths.staffPerson(token),
  recall: atCenter((center, id) => paths.recall(center, id)),
  review: (token) => paths.staffReview(token),
  setting: (token) => paths.staffSetting(token),
  ship_day: atCenter((center, day) => `${paths.centerCalendar(center)}#day_${day}`),
  variety: (token) => paths.staffVariety(token),
  wave: atCenter((center, id) => paths.wave(center, id)),
  weather_alert: atCenter((center, id) => paths.weatherAlert(center, id)),
}

export const subjectPath = ({ subjectKind, subjectToken }: Said): string | null =>
  PAGES[subjectKind]?.(subjectToken) ?? null
