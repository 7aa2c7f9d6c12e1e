import type { FlagAction } from './flag-actions.ts'
import { PARCEL_KINDS } from './parcel-kinds.ts'
import { STAFF_KINDS } from './staff-kinds.ts'

export const FLAG_AREAS = ['money', 'addresses', 'shop'] as const
export type FlagArea = (typeof FLAG_AREAS)[number]

export type Kind = {
  title: string
  /** What happened, and what to do about it. */
  explanation: string
  area: FlagArea
  /** The likeliest first. */
  actions: readonly FlagAction[]
}

/** Every flag needs a kind from this list, so that `/staff/flags` can explain and solve it. */
export const FLAG_KINDS = {
  payment_mismatch: {
    title: "A payment didn't match its order",
    explanation:
      'The amount, the currency or the order was wrong, so we refunded it. Find out why before it happens again.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  unknown_payment: {
    title: 'A payment without an order',
    explanation:
      'The provider says this payment succeeded, but no order here has it. If it is ours, refund it in the provider’s dashboard.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  payment_lost: {
    title: 'A payment that the provider doesn’t know',
    explanation:
      'It was started with other keys, so we can’t see if it was paid. Look it up in that account and refund it if it was.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  dispute: {
    title: 'A disputed charge',
    explanation:
      'The cardholder’s bank asks for the money back. Send your evidence in the provider’s dashboard before it is due, or accept the loss there. Once it is lost, cancel the order if its box is still here.',
    area: 'money',
    actions: ['release_box', 'refund_order', 'done', 'dismiss'],
  },
  referral: {
    title: 'A referral that shares a household or a card',
    explanation:
      'The box was paid and comes, at the friend’s price, but nobody got credit for it. Look at both accounts if it happens again.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  gift_card_to_post: {
    title: 'A gift card to print and mail',
    explanation:
      'The buyer asked for a card on paper. Open it from this page, print it, and mail it to the order’s address.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  gift_card_cash: {
    title: 'A small gift card balance to pay out',
    explanation:
      'Some states ask for small balances in cash, as California does below $15.00. The card is empty now. Ask for an address by email and send a check.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  credit_forfeited: {
    title: 'Store credit of a deleted account came back',
    explanation:
      'Part of this order was paid with store credit, and its account was deleted since, so nobody can use what was given back. If the customer should have it, issue a gift card.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  refund_failed: {
    title: "A refund didn't arrive",
    explanation:
      'The bank or the provider refused it, and we still owe the money. Send it another way and say how. Dismiss this only if nothing is owed anymore.',
    area: 'money',
    actions: ['retry_refund', 'refund_by_check', 'refund_as_credit', 'dismiss'],
  },
  hold_lapsed: {
    title: 'A bank released a held payment',
    explanation:
      'The card was accepted, but the bank released the money before we took it. A box that wasn’t being packed yet is canceled. If the box is in a wave, stop it, or ask the customer to pay.',
    area: 'money',
    actions: ['done', 'refund_order', 'dismiss'],
  },
  ...STAFF_KINDS,
  refunded_in_dashboard: {
    title: "An order was refunded in the provider's dashboard",
    explanation:
      'The books have it. A box that was not being packed is canceled, and its units are back in stock. If the box is in a wave, stop it and cancel the order here. If another payment still pays for the box, it ships unless you cancel the order here.',
    area: 'money',
    actions: ['done', 'refund_order', 'dismiss'],
  },
  fraud_warning: {
    title: 'A charge may be fraud',
    explanation:
      'The card’s network suspects that the owner didn’t pay. The box is held. Cancel and refund the order, or release it if you know the customer.',
    area: 'money',
    actions: ['refund_order', 'release_box', 'done', 'dismiss'],
  },
  card_not_kept: {
    title: "A recurring order's card wasn't saved",
    explanation: 'This box is paid, but the next one can’t be charged. Ask the customer to add a card.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  first_order_card: {
    title: 'A first-order code, used again',
    explanation:
      'The card had already paid for another order. We kept our word about the price; decide if you let it stand.',
    area: 'money',
    actions: ['dismiss', 'refund_order', 'done'],
  },
  ledger: {
    title: 'The ledgers disagree',
    explanation: 'The nightly check found money or stock that doesn’t add up. Correct it, then check again.',
    area: 'money',
    actions: ['check_ledgers', 'dismiss'],
  },
  audit_broken: {
    title: 'The audit trail was changed',
    explanation:
      'Someone with access to the database file changed or removed an entry outside the shop. Compare it with the last backup, and find out who has access.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  job_failed: {
    title: 'A job failed for good',
    explanation: 'We tried it until its time was over. Remove the cause, then try again.',
    area: 'shop',
    actions: ['retry_job', 'dismiss'],
  },
  backup_failed: {
    title: 'The nightly backup failed',
    explanation:
      'Until a backup succeeds, a broken disk would lose everything since the last one. Remove the cause, then run “npm run backup -- --nightly”.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  outward_held: {
    title: 'Emails, refunds and charges are on hold',
    explanation:
      'This is a restored or copied shop, which might send and charge everything twice. See what waits with “npm run jobs -- list”. If this is the shop itself, resume.',
    area: 'shop',
    actions: ['resume_outward'],
  },
  mail_failed: {
    title: "An email didn't go out",
    explanation:
      'The mail server refused it or was away for too long. Check the server and the address, then send it again.',
    area: 'shop',
    actions: ['resend_mail', 'dismiss'],
  },
  texts_turned_off: {
    title: "A customer's texts were turned off",
    explanation:
      'Their number can’t get our texts, so we stopped. They see it on their account page. If a box of theirs is on its way, email them.',
    area: 'addresses',
    actions: ['done', 'dismiss'],
  },
  texts_refused: {
    title: 'Our texts are refused',
    explanation:
      'The carriers filter them, or our number isn’t registered. Look at the number’s registration and sample texts in the gateway’s console. Customers’ texts stay on.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  recalled_lot: {
    title: 'A box had a recalled lot',
    explanation:
      'The box is held, and its packs of the lot must be set aside. Release it to pack it again from other lots, or cancel and refund the order.',
    area: 'shop',
    actions: ['release_box', 'refund_order', 'dismiss'],
  },
  recall_elsewhere: {
    title: 'A recalled lot also lies in another center',
    explanation:
      'A recall covers one center. Have the other one recall the lot too: until then it sells, packs and ships that lot, and customers who got some don’t hear from it.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  ...PARCEL_KINDS,
  address_unverified: {
    title: "An address isn't verified yet",
    explanation:
      'The address service didn’t answer when the order was placed. We keep asking it; this flag closes itself once it answers.',
    area: 'addresses',
    actions: ['confirm_address', 'dismiss'],
  },
  address_unconfirmed: {
    title: "An address couldn't be confirmed",
    explanation:
      'The address service doesn’t know it, and the order is placed. Ask the customer before the box is packed.',
    area: 'addresses',
    actions: ['confirm_address', 'refund_order', 'dismiss'],
  },
  gift_boxes_failed: {
    title: 'Boxes of a corporate gift couldn’t be placed',
    explanation:
      'They are paid for. Their page under “Corporate gifting” says why: try them again, or give the money of those boxes back.',
    area: 'money',
    actions: ['done', 'dismiss'],
  },
  badge_ending: {
    title: "A farm's badge ends",
    explanation:
      'Its proof runs out, and on the day after that the badge comes off by itself. Ask the farm for a new one and import it.',
    area: 'shop',
    actions: ['done', 'dismiss'],
  },
  price_proposed: {
    title: 'A farm proposes a price',
    explanation:
      'Shoppers see the new price as soon as you accept it. Boxes that hold the item show what changed.',
    area: 'shop',
    actions: ['accept_price', 'refuse_price'],
  },
} as const satisfies Record<string, Kind>

export type FlagKind = keyof typeof FLAG_KINDS

export type Acted = { kind: string; action: string | null }

/** Of an open flag: a box is released, or its order canceled, once. */
export const openActions = ({ kind, action }: Acted): FlagAction[] =>
  flagKind(kind).actions.filter((one) => one !== action)

/** Their subject is a row of `jobs`. */
export const JOB_FLAGS = ['job_failed', 'mail_failed'] as const satisfies FlagKind[]

export const kindsOfArea = (area: FlagArea): FlagKind[] =>
  (Object.keys(FLAG_KINDS) as FlagKind[]).filter((kind) => FLAG_KINDS[kind].area === area)

export const isFlagKind = (name: string): name is FlagKind => Object.hasOwn(FLAG_KINDS, name)

/** @throws for a kind that isn't listed, because nothing else can write one */
export function flagKind(name: string): Kind {
  if (!isFlagKind(name)) throw new Error(`${name} is no kind of flag`)
  return FLAG_KINDS[name]
}
