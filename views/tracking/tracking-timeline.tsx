import { formatDay } from '#src/day.ts'
import { isCanceled } from '#src/orders/states.ts'
import { paths } from '#src/paths.ts'
import { isExpected, knownArrival } from '#src/tracking/known-arrival.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { formatShortMoment } from '../shared/local-time.ts'
import { Timeline, TimelineEntry } from '../shared/timeline.tsx'
import { arrivalWords } from './arrival-words.ts'
import { sightingPlace, sightingWords } from './sighting-words.ts'

type Props = { tracking: Tracking; receiptKey: string | null }

export const TIMELINE_ID = 'tracking_timeline'

/** Newest first: what is still to come stands above. */
export const TrackingTimeline = ({ tracking, receiptKey }: Props) => (
  <Timeline label="What’s happened" id={TIMELINE_ID}>
    <Ahead {...tracking} />
    <Ended {...tracking} />
    <Unseen {...tracking} />
    <Sightings tracking={tracking} />
    <Shipped {...tracking} />
    <Placed tracking={tracking} receiptKey={receiptKey} />
  </Timeline>
)

const Ahead = (tracking: Tracking) =>
  isExpected(tracking) ? (
    <>
      <TimelineEntry
        icon="door"
        title="Delivered"
        tone="ahead"
        when={knownArrival(tracking) === null ? 'Waiting for a new day' : arrivalWords(tracking)}
        words={doorWords(tracking)}
      />
      {tracking.shippedAt === null && knownArrival(tracking) !== null && (
        <TimelineEntry
          icon="truck"
          title="Shipped"
          tone="ahead"
          when={formatDay(tracking.shipOn, 'short')}
          words={`From ${tracking.from.city}, ${tracking.from.state}`}
        />
      )}
      {tracking.hold && (
        <TimelineEntry
          icon="storm"
          title="Held for weather"
          tone="now"
          isTrouble
          when={formatShortMoment(tracking.hold.heldAt, tracking.zone)}
          at={tracking.hold.heldAt}
          words={tracking.hold.title}
        />
      )}
    </>
  ) : null

/** The entry that shows the current state. Null when a hold is shown above them all. */
function currentOf(tracking: Tracking): 'ended' | 'unseen' | 'sighting' | 'shipped' | 'placed' | null {
  const { state, hold, packedAt, shippedAt, sightings } = tracking
  if (isCanceled(state)) return 'ended'
  if (isUnseen(tracking)) return 'unseen'
  if (sightings.some(({ status }) => status !== 'pre_transit')) return 'sighting'
  if (packedAt !== null || shippedAt !== null) return 'shipped'
  return hold ? null : 'placed'
}

const Ended = ({ state }: Tracking) =>
  isCanceled(state) ? (
    <TimelineEntry
      icon="close"
      title={state === 'refunded' ? 'Order refunded' : 'Order canceled'}
      tone="now"
    />
  ) : null

/** We know that it was delivered, though the carrier never said so. */
const isUnseen = ({ word, sightings }: Tracking) =>
  word === 'delivered' && !sightings.some(({ status }) => status === 'delivered')

const Unseen = (tracking: Tracking) =>
  isUnseen(tracking) ? (
    <TimelineEntry
      icon="door"
      title="Delivered"
      tone="now"
      when={formatDay(tracking.arrivesOn, 'short')}
      words={`${tracking.to.city}, ${tracking.to.state}`}
    />
  ) : null

const doorWords = ({ street, to }: Tracking) =>
  street === null
    ? `${to.city}, ${to.state}`
    : `${street}, ${to.city}. No signature needed. If you’re out, the dry ice keeps it frozen.`

const Sightings = ({ tracking }: { tracking: Tracking }) => {
  const seen = tracking.sightings.filter(({ status }) => status !== 'pre_transit' && status !== 'unknown')
  const isCurrent = currentOf(tracking) === 'sighting'
  return (
    <>
      {seen.map((one, index) => {
        const { title, icon, isLate } = sightingWords(one)
        return (
          <TimelineEntry
            icon={icon}
            title={title}
            tone={index === 0 && isCurrent ? 'now' : isLate ? 'late' : 'done'}
            isTrouble={index === 0 && isLate}
            when={formatShortMoment(one.at, tracking.zone)}
            at={one.at}
            words={sightingPlace(one, tracking)}
          />
        )
      })}
    </>
  )
}

const Shipped = (tracking: Tracking) => {
  const { packedAt, shippedAt, from, zone } = tracking
  const at = shippedAt ?? packedAt
  if (at === null) return null
  return (
    <TimelineEntry
      icon="box"
      title={shippedAt === null ? 'Packed' : 'Packed and shipped'}
      tone={currentOf(tracking) === 'shipped' ? 'now' : 'done'}
      when={formatShortMoment(at, zone)}
      at={at}
      words={`${from.city}, ${from.state}`}
    />
  )
}

const Placed = ({ tracking, receiptKey }: Props) => {
  const { placedAt, zone, audience, token } = tracking
  const isAll = audience === 'all'
  return (
    <TimelineEntry
      icon="check"
      title={isAll ? 'Order placed and paid' : 'Order placed'}
      tone={currentOf(tracking) === 'placed' ? 'now' : 'done'}
      when={formatShortMoment(placedAt, zone)}
      at={placedAt}
      ways={
        isAll && (
          <>
            <a href={paths.order(token, { key: receiptKey })}>See the order</a>
            <a href={paths.orderReceipt(token, { key: receiptKey })}>Receipt</a>
          </>
        )
      }
    />
  )
}
