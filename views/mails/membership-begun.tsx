import type { RecurringConsent } from '#db/schema/index.ts'
import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type MembershipBegun = {
  agreement: Pick<RecurringConsent, 'words' | 'priceCents' | 'renewPeriodType' | 'givenAt'>
  identifier: string
  nextOn: Day | null
  zone: string
  /** Absolute. */
  membershipUrl: string
  agreementsUrl: string
  store: Store
}

export const membershipBegunMail = ({
  agreement: { words, priceCents, renewPeriodType, givenAt },
  identifier,
  nextOn,
  zone,
  membershipUrl,
  agreementsUrl,
  store,
}: MembershipBegun) =>
  composeEmail({
    subject: `You're a member: a box ${FREQUENCIES[renewPeriodType]}`,
    title: "You're a member now",
    paragraphs: [
      `You'll get a box like order ${identifier} ${FREQUENCIES[renewPeriodType]} until you cancel. Nothing was charged today.`,
      ...(nextOn ? [`Your next box comes ${formatDay(nextOn, 'long')}.`] : []),
      `On ${formatMoment(givenAt, zone)}, when a box like this was ${formatCents(priceCents)}, you agreed to this: “${words}”`,
    ],
    link: { label: 'Skip, move, change or cancel', url: membershipUrl },
    otherLink: { label: 'What I agreed to', url: agreementsUrl },
    after: ["If that wasn't you, please let us know right away."],
    store,
  })
