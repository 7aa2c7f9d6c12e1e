import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
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
  store: Store
}

type Content = { subject: string; title: string; paragraphs: string[]; link?: { label: string; url: string } }

export function membershipBoxMail(mail: BoxMail) {
  const { membershipUrl, agreementsUrl, store } = mail
  const manage = { label: 'Skip, move, change or cancel', url: membershipUrl }
  const content = CONTENTS[mail.kind](mail)
  const agreed = agreementsUrl && { label: 'What I agreed to', url: agreementsUrl }
  const other = content.link ? { otherLink: manage } : agreed ? { otherLink: agreed } : {}
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
    paragraphs: [...(mail.sentences ?? []), `You pay ${formatCents(mail.totalCents)} at most.`],
  }),
  gone: (mail) => ({
    subject: `We skipped your box for ${dayOf(mail)}`,
    title: 'We skipped your box',
    paragraphs: [...(mail.sentences ?? []), 'Nothing was charged. Your next box keeps its day.'],
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
        : "We won't try this card again.",
      'You can also use another card.',
    ],
    ...linkTo(mail, 'Use another card'),
  }),
  hard_decline: (mail) => ({
    subject: 'Your box needs another card',
    title: 'Your box needs another card',
    paragraphs: [
      `We can't charge your card for your box on ${dayOf(mail)}, and we won't try it again.`,
      `Choose another one by ${formatMoment(mail.lockAt, mail.zone)}, and your box is on its way.`,
    ],
    ...linkTo(mail, 'Use another card'),
  }),
  no_card: (mail) => ({
    subject: 'Your box needs a card',
    title: 'Your box needs a card',
    paragraphs: [
      `The card for your box on ${dayOf(mail)} was removed, so nothing is charged.`,
      `Add a card by ${formatMoment(mail.lockAt, mail.zone)}, and your box comes as planned.`,
    ],
    ...linkTo(mail, 'Add a card'),
  }),
  card_expires: (mail) => ({
    subject: 'Your card expires before your next box',
    title: 'Your card expires before your next box',
    paragraphs: [
      `We charge ${formatCents(mail.totalCents)} for your box on ${dayOf(mail)} on ${formatMoment(mail.chargeAt, mail.zone)}. By then, ${mail.card ?? 'your card'} has expired.`,
      'Please add a new card before that. If your bank renews the card by itself, there is nothing to do.',
    ],
  }),
  authentication: (mail) => ({
    subject: 'Your bank wants to hear from you',
    title: "Your bank wants to know it's you",
    paragraphs: [
      `Before your bank pays ${formatCents(mail.totalCents)} for your box on ${dayOf(mail)}, you have to confirm it.`,
      `Please do so by ${formatMoment(mail.lockAt, mail.zone)}.`,
    ],
    ...linkTo(mail, 'Confirm and pay'),
  }),
  moved: (mail) => ({
    subject: `We moved your box to ${dayOf(mail)}`,
    title: `We moved your box to ${dayOf(mail)}`,
    paragraphs: [
      "We couldn't charge your card in time, so your box wasn't packed.",
      `We'll try once more on ${formatMoment(mail.chargeAt, mail.zone)}. If that fails too, we pause your membership.`,
    ],
    ...linkTo(mail, 'Use another card'),
  }),
  paused: () => ({
    subject: 'Your membership is paused',
    title: 'Your membership is paused',
    paragraphs: [
      "We couldn't charge your card for two boxes in a row, so we paused your membership. Nothing is sent or charged.",
      'Add another card and resume whenever you like.',
    ],
  }),
}

const dayOf = ({ arrivalOn }: BoxMail) => formatDay(arrivalOn, 'long')

const charged = ({ totalCents, chargeAt, zone }: BoxMail) =>
  `We charge your card ${formatCents(totalCents)} at most, on ${formatMoment(chargeAt, zone)}.`

const whatAndWhen = (mail: BoxMail) => [
  ...tooSmall(mail),
  `In it: ${mail.items.join('; ')}.${freeItemOf(mail)}`,
  `You can change, skip or cancel it until ${formatMoment(mail.lockAt, mail.zone)}. ${charged(mail)}`,
  `Your membership brings a box ${FREQUENCIES[mail.period]} until you end it, which takes one press on your membership page.`,
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

const linkTo = ({ payUrl }: BoxMail, label: string) => ({ link: { label, url: payUrl } })
