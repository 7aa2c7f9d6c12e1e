import { formatDay } from '#src/day.ts'
import type { MembershipFacts, NextBox } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { BoxFromAbove } from './box-from-above.tsx'
import { BoxWays } from './box-ways.tsx'

export type NextProps = MembershipFacts & { next: NextBox }

/** What comes, when, what it costs, until when it can change, and what happens if an item is gone. */
export const NextBoxSection = ({ id, ...props }: NextProps & { id: string }) => (
  <div class="next-box">
    <div class="next-box__words">
      <div class="next-box__when">
        <DayLeaf day={props.next.arrivalOn} />
        <div>
          <p>Your next box</p>
          <h2 id={id}>Comes {formatDay(props.next.arrivalOn, 'long')}</h2>
        </div>
      </div>
      <p>
        {props.next.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
        {props.next.freeItem && `, and ${props.next.freeItem.name}, ${props.next.freeItem.label}, for free`}
      </p>
      {props.next.trouble && <Trouble {...props} />}
      {props.next.shortCents > 0 && !props.next.isLocked && <TooSmall {...props} />}
      <Facts {...props} />
      {props.next.isLocked ? <Locked {...props} /> : <BoxWays {...props} />}
      <p class="next-box__small">
        {GONE[props.membership.whenGone]} <a href={`#gone_${props.membership.token}`}>Change that</a>
      </p>
    </div>
    <BoxFromAbove items={props.next.items} freeItem={props.next.freeItem} />
  </div>
)

const Facts = ({ next, card, zone, now }: NextProps) => (
  <>
    <dl class="next-box__facts">
      <div>
        <dt>Total</dt>
        <dd>{formatCents(next.totalCents)}</dd>
        <dd class="next-box__small">
          {card ? `Charged to ${keptCardName(card)}` : 'Charged'} on {formatMoment(next.chargeAt, zone)}.
          {!card && ' Add a card below.'}
        </dd>
      </div>
      <div>
        <dt>Change until</dt>
        <dd>{formatMoment(next.lockAt, zone)}</dd>
        <dd class="next-box__small">
          <Countdown endsAt={next.lockAt} now={now} after=" left" />
        </dd>
      </div>
    </dl>
    {!next.isLocked && <TimeBar next={next} now={now} />}
  </>
)

/** How much of the time to change it has passed. */
function TimeBar({ next, now }: { next: NextBox; now: number }) {
  const passed = (now - next.plannedAt) / Math.max(1, next.lockAt - next.plannedAt)
  const width = 100 * Math.min(1, Math.max(0, passed))
  return (
    <svg class="next-box__time" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width.toFixed(1)} height="2" />
    </svg>
  )
}

const GONE = {
  swap: "If something's gone by then, we swap it for the same cut from another farm, never for more money.",
  drop: "If something's gone by then, we leave it out, and you pay less.",
  skip: "If something's gone by then, we skip the whole box, and charge nothing.",
} as const

/** In time to add something. */
const TooSmall = ({ next, zone, membership }: NextProps) => (
  <p class="alert alert--danger" role="alert">
    This box is {formatCents(next.shortCents)} below our {formatCents(ORDER_MINIMUM_CENTS)} minimum, so we'd
    skip it. <a href={`#offers_${membership.token}`}>Add something</a> by {formatMoment(next.lockAt, zone)}.
  </p>
)

const TROUBLES = {
  declined: "Your card was declined. We'll try it again, or you can choose another card.",
  no_card: 'There is no card for this box anymore. Please add one below.',
  hard_decline: "Your card can't be charged. Please choose another card below.",
  authentication: "Your bank wants to know it's you.",
} as const

const Trouble = ({ next }: { next: NextBox }) => (
  <p class="alert alert--danger" role="alert">
    {next.trouble && TROUBLES[next.trouble]}{' '}
    <a href={paths.checkout(next.orderToken)}>Pay for this box now</a>
  </p>
)

const Locked = ({ later }: NextProps) => (
  <p>
    It's too late to change this box: it comes as planned, and is charged as we told you.{' '}
    {later[0] ? `You can still change the one of ${formatDay(later[0], 'long')} once this one is paid.` : ''}
  </p>
)
