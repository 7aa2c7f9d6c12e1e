import type { MembershipBox } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { ifUnpaid } from '../membership/if-unpaid.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

export const BOX_MAIL_KINDS = [
  'price',
  'first',
  'last',
  'changed',
  'gone',
  'day_closed',
  'declined',
  'hard_decline',
  'no_card',
  'card_expires',
  'authentication',
  'moved',
  'paused',
] as const

export type BoxMailKind = (typeof BOX_MAIL_KINDS)[number]

type BoxMail = {
  kind: BoxMailKind
  totalCents: number
  previousCents?: number | undefined
  againAt?: Instant | null | undefined
  sentences?: string[] | undefined
  card?: string | undefined
  /** When the mail is sent; null until then. */
  paidCents: number | null
  /** Of the card, when the mail is sent. */
  trouble: MembershipBox['trouble']
  /** A box was moved already because the card failed, so the next failure pauses the membership. */
  pausesNext: boolean
  arrivalOn: Day
  lockAt: Instant
  chargeAt: Instant
  zone: string
  items: string[]
  period: RenewPeriod
  /** Below the minimum; then the box would be skipped. */
  shortCents?: number
  toAdd?: { name: string; label: string; priceCents: number } | null
  freeItem: { name: string; label: string } | null
  /** Absolute. */
  membershipUrl: string
  /** Null for guests, whose order's page has it. */
  agreementsUrl: string | null
  payUrl: string
  /** Where a card for this box and those after it is chosen. Null for guests, who can only pay for the box. */
  cardsUrl: string | null
  store: Store
}

type Content = { subject: string; title: string; paragraphs: string[]; link?: { label: string; url: string } }

export function membershipBoxMail(mail: BoxMail) {
  const { membershipUrl, agreementsUrl, store } = mail
  const isGuest = agreementsUrl === null
  const label = isGuest ? 'Cancel, or sign in to change it' : 'Skip, move, change or cancel'
  const manage = { label, url: membershipUrl }
  const content = CONTENTS[mail.kind](mail)
  const agreed = agreementsUrl && { label: 'What I agreed to', url: agreementsUrl }
  const isElsewhere = content.link && content.link.url !== membershipUrl
  const other = isElsewhere ? { otherLink: manage } : agreed ? { otherLink: agreed } : {}
  return composeEmail({ link: manage, ...content, ...other, store })
}

const CONTENTS: Record<BoxMailKind, (mail: BoxMail) => Content> = {
  price: (mail) => ({
    subject: `Your next box costs ${formatCents(mail.totalCents)}`,
    title: 'Your next box costs more than the last one',
    paragraphs: [
      `Your last box was ${formatCents(mail.previousCents ?? 0)}. The next one is ${formatCents(mail.totalCents)}, and comes ${dayOf(mail)}.`,
      ...whatAndWhen(mail),
      "If that's not for you, skip this box or cancel. Neither costs anything.",
    ],
  }),
  first: (mail) => ({
    subject: `Your box comes ${dayOf(mail)}`,
    title: `Here's your box for ${dayOf(mail)}`,
    paragraphs: [`It costs ${formatCents(mail.totalCents)} in all.`, ...whatAndWhen(mail)],
  }),
  last: (mail) => ({
    subject: `Last call for your box on ${dayOf(mail)}`,
    title: `Last call for your box on ${dayOf(mail)}`,
    paragraphs: [`It costs ${formatCents(mail.totalCents)}, and never more than that.`, ...whatAndWhen(mail)],
  }),
  changed: (mail) => ({
    subject: 'We changed something in your box',
    title: 'We changed something in your box',
    paragraphs: [
      ...(mail.sentences ?? []),
      mail.paidCents === null
        ? `You pay ${formatCents(mail.totalCents)} at most.`
        : `You paid ${formatCents(mail.paidCents)}.`,
    ],
  }),
  gone: (mail) => ({
    subject: `We skipped your box for ${dayOf(mail)}`,
    title: 'We skipped your box',
    paragraphs: [...(mail.sentences ?? []), 'Nothing was charged, and your membership continues.'],
  }),
  day_closed: (mail) => ({
    subject: `Your box comes ${dayOf(mail)}`,
    title: `Your box now comes ${dayOf(mail)}`,
    paragraphs: [
      "We couldn't deliver on the day we told you, so we moved your box to the next one.",
      charged(mail),
    ],
  }),
  declined: (mail) => ({
    subject: "Your card didn't go through",
    title: "Your card didn't go through",
    paragraphs: [
      `Your bank declined ${formatCents(mail.totalCents)} for your box on ${dayOf(mail)}.`,
      mail.againAt
        ? `We'll try again on ${formatMoment(mail.againAt, mail.zone)}.`
        : ifUnpaid({ ...mail, trouble: 'declined' }),
      'You can also use another card.',
    ],
    ...toCards(mail, 'Use another card'),
  }),
  hard_decline: (mail) => ({
    subject: 'Your box needs another card',
    title: 'Your box needs another card',
    paragraphs: [
      `We can't charge your card for your box on ${dayOf(mail)}, and we won't try it again.`,
      `Choose another one by ${formatMoment(mail.lockAt, mail.zone)}, and your box comes as planned.`,
    ],
    ...toCards(mail, 'Use another card'),
  }),
  no_card: (mail) => ({
    subject: 'Your box needs a card',
    title: 'Your box needs a card',
    paragraphs: [
      `The card for your box on ${dayOf(mail)} was removed, so nothing is charged.`,
      `Add a card by ${formatMoment(mail.lockAt, mail.zone)}, and your box comes as planned.`,
    ],
    ...toCards(mail, 'Add a card'),
  }),
  card_expires: (mail) => ({
    subject: 'Your card expires before your next box',
    title: 'Your card expires before your next box',
    paragraphs: [
      `On ${formatMoment(mail.chargeAt, mail.zone)}, we charge ${formatCents(mail.totalCents)} for your box on ${dayOf(mail)}. By then, ${mail.card ?? 'your card'} has expired.`,
      'Please add a new card before that. If your bank renews the card by itself, there is nothing to do.',
    ],
    ...(mail.cardsUrl && { link: { label: 'Add a new card', url: mail.cardsUrl } }),
  }),
  authentication: (mail) => ({
    subject: 'Your bank wants to hear from you',
    title: "Your bank wants to know it's you",
    paragraphs: [
      `Before your bank pays ${formatCents(mail.totalCents)} for your box on ${dayOf(mail)}, you have to confirm it.`,
      `Please do so by ${formatMoment(mail.lockAt, mail.zone)}.`,
    ],
    ...toPay(mail, 'Confirm and pay'),
  }),
  moved: (mail) => ({
    subject: `We moved your box to ${dayOf(mail)}`,
    title: `We moved your box to ${dayOf(mail)}`,
    paragraphs: ["We couldn't charge your card in time, so your box wasn't packed.", lastChance(mail)],
    ...(mail.trouble === 'authentication'
      ? toPay(mail, 'Confirm and pay')
      : toCards(mail, 'Use another card')),
  }),
  paused: (mail) => ({
    subject: 'Your membership is paused',
    title: 'Your membership is paused',
    paragraphs: [
      "We couldn't charge your card for this box, so we paused your membership. Nothing is sent or charged.",
      'Add another card and resume whenever you like.',
    ],
    link: { label: 'Resume my membership', url: mail.membershipUrl },
  }),
}

/** A card that was refused for good isn't tried again. */
function lastChance({ trouble, chargeAt, lockAt, zone }: BoxMail): string {
  if (trouble === null || trouble === 'declined')
    return `We'll try once more on ${formatMoment(chargeAt, zone)}. If that fails too, we pause your membership.`
  const what = trouble === 'authentication' ? 'confirm the payment' : 'choose another card'
  return `Please ${what} by ${formatMoment(lockAt, zone)}. If you don't, we pause your membership.`
}

const dayOf = ({ arrivalOn }: BoxMail) => formatDay(arrivalOn, 'long')

const charged = ({ totalCents, chargeAt, zone }: BoxMail) =>
  `We charge your card ${formatCents(totalCents)} at most, on ${formatMoment(chargeAt, zone)}.`

const whatAndWhen = (mail: BoxMail) => [
  ...tooSmall(mail),
  `In it: ${mail.items.join('; ')}.${freeItemOf(mail)}`,
  `${mail.agreementsUrl ? 'You can change, skip or cancel it' : 'You can cancel it, or skip and change it with an account,'} until ${formatMoment(mail.lockAt, mail.zone)}. ${charged(mail)}`,
  `Your membership brings a box ${FREQUENCIES[mail.period]} until you end it, which takes one press on your ${mail.agreementsUrl ? 'membership' : "order's"} page.`,
]

const tooSmall = ({ shortCents = 0, toAdd, lockAt, zone }: BoxMail) =>
  shortCents === 0
    ? []
    : [
        `It's ${formatCents(shortCents)} below our minimum, so we'd skip it. Add something by ${formatMoment(lockAt, zone)}${
          toAdd ? `, such as ${toAdd.name}, ${toAdd.label} (${formatCents(toAdd.priceCents)})` : ''
        }.`,
      ]

const freeItemOf = ({ freeItem }: BoxMail) =>
  freeItem ? ` Free with your membership: ${freeItem.name}, ${freeItem.label}.` : ''

const toPay = ({ payUrl }: BoxMail, label: string) => ({ link: { label, url: payUrl } })

const toCards = (mail: BoxMail, label: string) =>
  mail.cardsUrl ? { link: { label, url: mail.cardsUrl } } : toPay(mail, 'Pay for this box')
