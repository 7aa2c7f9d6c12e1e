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
  /** The bank only holds the money, so what goes back is never charged. */
  isReleased?: boolean
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
        : `The new date doesn't need faster delivery, so ${returnedWords(hold)}. Everything else stays the same, including any reward.`,
      nextSentence(hold),
    ],
    link: { label: hold.movedTo === null ? 'See your options' : 'Keep the new date', url: hold.keepUrl },
    otherLink: {
      label: hold.isReleased ? 'Cancel and pay nothing' : 'Cancel for a full refund',
      url: hold.cancelUrl,
    },
    store: hold.store,
  })

const returnedWords = ({ returnedCents, isReleased }: WeatherHoldMail) =>
  isReleased
    ? `we'll charge ${formatCents(returnedCents)} less`
    : `${formatCents(returnedCents)} is on its way back to you`

const subjectOf = ({ movedTo }: WeatherHoldMail) =>
  movedTo === null
    ? 'Weather is holding up your box'
    : `Weather: your box now arrives ${formatDay(movedTo, 'short')}`

const moveSentence = ({ movedTo }: WeatherHoldMail) =>
  movedTo === null
    ? "We don't have a new date yet. We'll email you as soon as there is one."
    : `We moved it to ${formatDay(movedTo, 'long')}.`

function nextSentence(hold: WeatherHoldMail): string {
  const { movedTo, answerBy, zone, isReleased } = hold
  const canceled = isReleased ? 'pay nothing' : 'get all of your money back'
  if (movedTo === null)
    return `There's nothing to do until then. If you'd rather not wait, you can cancel and ${canceled}.`
  if (answerBy === null)
    return `If the new date works for you, there's nothing to do. If it doesn't, you can cancel and ${canceled}.`
  return `This is the second time we've had to move it, so please tell us by ${formatMoment(answerBy, zone)} whether the new date works. If we don't hear from you, we'll cancel the order and ${isReleased ? "won't charge you" : 'refund it in full'}.`
}
