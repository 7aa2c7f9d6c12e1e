import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { formatMoment } from '../shared/local-time.ts'
import { composeEmail, type Store } from './mail-layout.tsx'

type WeatherHoldMail = {
  identifier: string
  /** The alert's. */
  title: string
  wasOn: Day
  movedTo: Day | null
  /** For a second delay: until when we need a yes. */
  answerBy: Instant | null
  /** The surcharge of an expedited day. */
  returnedCents: number
  zone: string
  /** Absolute, as the other link. */
  keepUrl: string
  cancelUrl: string
  store: Store
}

export const weatherHoldMail = (hold: WeatherHoldMail) =>
  composeEmail({
    subject: `${subjectOf(hold)} (${hold.identifier})`,
    title: 'The weather is holding up your box',
    paragraphs: [
      `${hold.title}: your box was going to arrive ${formatDay(hold.wasOn, 'long')}, and in this weather it might be late and thaw on the way. ${moveSentence(hold)}`,
      hold.returnedCents === 0
        ? 'Everything you paid for stays the same, including any reward.'
        : `The new date doesn't need faster delivery, so ${formatCents(hold.returnedCents)} is on its way back to you. Everything else stays the same, including any reward.`,
      nextSentence(hold),
    ],
    link: { label: hold.movedTo === null ? 'See your options' : 'Keep the new date', url: hold.keepUrl },
    otherLink: { label: 'Cancel for a full refund', url: hold.cancelUrl },
    store: hold.store,
  })

const subjectOf = ({ movedTo }: WeatherHoldMail) =>
  movedTo === null
    ? 'Weather is holding up your box'
    : `Weather: your box now arrives ${formatDay(movedTo, 'short')}`

const moveSentence = ({ movedTo }: WeatherHoldMail) =>
  movedTo === null
    ? "We don't have a new date yet. We'll email you as soon as there is one."
    : `We moved it to ${formatDay(movedTo, 'long')}.`

function nextSentence({ movedTo, answerBy, zone }: WeatherHoldMail): string {
  if (movedTo === null) return WAITING
  return answerBy === null ? FIRST_DELAY : answerSentence(answerBy, zone)
}

const WAITING =
  "There's nothing to do until then. If you'd rather not wait, you can cancel and get all of your money back."

const FIRST_DELAY =
  "If the new date works for you, there's nothing to do. If it doesn't, you can cancel and get all of your money back."

const answerSentence = (answerBy: Instant, zone: string) =>
  `This is the second time we've had to move it, so please tell us by ${formatMoment(answerBy, zone)} whether the new date works. If we don't hear from you, we'll cancel the order and refund it in full.`
