import { type Day, formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type MembershipYear = {
  isPaused: boolean
  period: RenewPeriod
  totalCents: number
  nextOn: Day | null
  items: string[]
  /** Absolute. */
  membershipUrl: string
  agreementsUrl: string | null
  store: Store
}

/** Product, rhythm, amount and how to end (Cal. B&P 17602(g)). */
export function membershipYearMail(mail: MembershipYear) {
  const { isPaused, period, totalCents, nextOn, items, membershipUrl, agreementsUrl, store } = mail
  const agreed = agreementsUrl && { label: 'What I agreed to', url: agreementsUrl }
  return composeEmail({
    subject: isPaused ? 'Your membership is still paused' : 'Your membership, once a year',
    title: isPaused ? 'Your membership is still paused' : "You're still a member",
    paragraphs: [
      isPaused
        ? "It's been a year since we last wrote about a box. Nothing is sent or charged until your membership goes on."
        : `It's been a year since we last wrote about a box.${nextOn ? ` The next one comes ${formatDay(nextOn, 'long')}.` : ''}`,
      `${isPaused ? 'After that, it' : 'It'} brings a box ${FREQUENCIES[period]} for about ${formatCents(totalCents)}: ${items.join('; ')}.`,
      'We always write before we charge your card, and never charge more than we said.',
      'To end it, press Cancel on your membership page. It takes effect at once.',
    ],
    link: { label: 'Skip, change or cancel', url: membershipUrl },
    ...(agreed ? { otherLink: agreed } : {}),
    store,
  })
}
