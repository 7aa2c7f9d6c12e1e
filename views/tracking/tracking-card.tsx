import { dayIn } from '#src/delivery/zones.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { knownArrival } from '#src/tracking/known-arrival.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import type { Store } from '../mails/mail-layout.tsx'
import { BuyAgain } from '../orders/history-page.tsx'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { formatShortMoment, formatTime, zoneName } from '../shared/local-time.ts'
import { todayOf } from './arrival-words.ts'
import { type CardWords, canStillClaim, cardWords, STEPS } from './card-words.ts'
import { RoutePicture } from './route-picture.tsx'

export const CARD_ID = 'tracking_card'

type Props = { tracking: Tracking; receiptKey: string | null; store: Pick<Store, 'phone'> }

/** Where the box is, in one look. Replaced by each change; `data-said` is what a change says aloud. */
export const TrackingCard = (props: Props) => {
  const { tracking } = props
  const words = cardWords(tracking)
  const { title, lead, bold, step, promise } = words
  const day = tracking.word === 'delivered' ? null : knownArrival(tracking)
  return (
    <section
      class={`tracking-card tracking-card--${words.tone}`}
      id={CARD_ID}
      aria-label="Where your box is"
      data-tracking-target="card"
      data-said={[`${title}.`, lead, bold].filter(Boolean).join(' ')}
    >
      <div class="tracking-card__words">
        <News tracking={tracking} words={words} />
        <div class="tracking-card__head">
          <h1 class="tracking-card__title">{title}</h1>
          {day && <DayLeaf day={day} />}
        </div>
        <p class="tracking-card__lead">
          {lead} {bold && <b>{bold}</b>}
        </p>
        <ChangeTime {...tracking} />
        {step !== null && <Steps step={step} />}
        {promise && <p class="tracking-card__promise">{promise}</p>}
        <Ways {...props} />
      </div>
      {(tracking.word !== null || !isCanceled(tracking.state)) && <RoutePicture tracking={tracking} />}
    </section>
  )
}

/** "Live" and "Not live" show once scripts know which it is. */
const News = ({ tracking, words: { badge, tone } }: { tracking: Tracking; words: CardWords }) => (
  <p class="tracking-card__news">
    {badge && <span class={`tracking-card__badge tracking-card__badge--${tone}`}>{badge}</span>}
    <span class="tracking-card__live">Live</span>
    <span class="tracking-card__lost">Not live</span>
    {tracking.newsAt !== null && <span>Last news {newsTime(tracking, tracking.newsAt)}</span>}
    <span class="tracking-card__lost-words">
      We’ve lost the live connection and we’re trying again. What you missed will show up here.
    </span>
  </p>
)

function newsTime({ zone, now }: Tracking, at: number): string {
  const isToday = dayIn(zone, at) === todayOf({ zone, now })
  return `${isToday ? formatTime(at, zone) : formatShortMoment(at, zone)} ${zoneName(at, zone)}`
}

/** Ends, and hides itself, when the box is locked. */
const ChangeTime = ({ audience, state, hold, lockAt, now }: Tracking) =>
  audience === 'all' && state === 'paid' && !hold ? (
    <Countdown endsAt={lockAt} now={now} before={<>Time left to change it: </>} />
  ) : null

const Steps = ({ step }: { step: number }) => (
  <ol class="box-steps">
    {STEPS.map((name, index) => (
      <li
        class={
          index < step
            ? 'box-steps__step box-steps__step--done'
            : index === step
              ? 'box-steps__step box-steps__step--now'
              : 'box-steps__step'
        }
        aria-current={index === step ? 'step' : undefined}
      >
        {name}
      </li>
    ))}
  </ol>
)

const Ways = ({ tracking, receiptKey, store }: Props) => {
  const { audience, state, word, hold, token, lockAt, now } = tracking
  const order = paths.order(token, { key: receiptKey })
  if ((word === 'failed' || word === 'returned') && state !== 'refunded')
    return (
      <p class="tracking-card__ways">
        <a class="button" href={`tel:${store.phone.replace(/[^\d+]/g, '')}`}>
          Call {store.phone}
        </a>
      </p>
    )
  if (audience === 'public') return null
  if (hold)
    return (
      <p class="tracking-card__ways">
        <a class="button button--quiet" href={paths.weatherHold(hold.id, { key: receiptKey })}>
          See your choices
        </a>
      </p>
    )
  if (word === 'delivered') return <DeliveredWays {...{ tracking, receiptKey, order }} />
  return state === 'paid' && now < lockAt ? (
    <p class="tracking-card__ways">
      <a class="button button--quiet" href={order}>
        Change the order
      </a>
    </p>
  ) : null
}

/** After the claim window, the buyer may want the same box again. A mailed link alone can't order. */
const DeliveredWays = ({ tracking, receiptKey, order }: Omit<Props, 'store'> & { order: string }) => {
  if (canStillClaim(tracking))
    return (
      <p class="tracking-card__ways">
        <a class="button" href="#thaw">
          See how to thaw it
        </a>
        <a class="button button--quiet" href={order}>
          {tracking.state === 'refunded' ? 'See the order' : 'Something’s wrong'}
        </a>
      </p>
    )
  const isOwn = receiptKey === null
  return (
    <div class="tracking-card__ways">
      {isOwn && <BuyAgain {...tracking} isMain />}
      <a class={isOwn ? 'button button--quiet' : 'button'} href={order}>
        See the order
      </a>
    </div>
  )
}
