import { formatDay } from '#src/day.ts'
import type { MembershipFacts, NextBox } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { Alert } from '../shared/alert.tsx'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { usePage } from '../shared/page-facts.ts'
import { BoxFromAbove } from './box-from-above.tsx'
import { BoxWays } from './box-ways.tsx'
import { ifUnpaid } from './if-unpaid.ts'
import { boxInPlace, cardsId } from './place-of.ts'

export type NextProps = MembershipFacts & { next: NextBox }

/** What comes, when, what it costs, until when it can change, and what happens if an item is gone. */
export const NextBoxSection = ({ id, ...props }: NextProps & { id: string }) => (
  <div class="next-box" {...boxInPlace(props.membership)}>
    <div class="next-box__words">
      <div class="next-box__when">
        <DayLeaf day={props.next.arrivalOn} />
        <div>
          <p>Your next box</p>
          <h2 id={id} tabindex={-1}>
            Comes {formatDay(props.next.arrivalOn, 'long')}
          </h2>
        </div>
      </div>
      <p>
        {props.next.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
        {props.next.freeItem && `, and ${props.next.freeItem.name}, ${props.next.freeItem.label}, for free`}
      </p>
      {!props.next.isLocked && <Undo {...props} />}
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

/** The last skip or move, where it can be seen without scrolling. */
function Undo({ next, skipped }: NextProps) {
  if (next.movedFrom)
    return (
      <Form action={paths.updateArrivalDate(next.orderToken)} method="post" class="next-box__undo">
        <input type="hidden" name="arrival_date" value={next.movedFrom} />
        You moved it from {formatDay(next.movedFrom, 'long')}.{' '}
        <button type="submit" class="button button--quiet button--small">
          Move it back
        </button>
      </Form>
    )
  return (
    skipped && (
      <Form action={paths.unskipBox(skipped.orderToken)} method="post" class="next-box__undo">
        The box of {formatDay(skipped.arrivalOn, 'long')} is skipped.{' '}
        <button type="submit" class="button button--quiet button--small">
          Bring it back
        </button>
      </Form>
    )
  )
}

const Facts = ({ next, card, zone, now }: NextProps) => (
  <>
    <dl class="next-box__facts">
      <div>
        <dt>Total</dt>
        <dd>{formatCents(next.totalCents)}</dd>
        <dd class="next-box__small">
          {next.trouble ? 'Not paid yet.' : <ChargedOn next={next} card={card} zone={zone} />}
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

const ChargedOn = ({ next, card, zone }: Pick<NextProps, 'next' | 'card' | 'zone'>) => (
  <>
    {card ? `Charged to ${keptCardName(card)}` : 'Charged'} on {formatMoment(next.chargeAt, zone)}.
    {!card && ' Add a card below.'}
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
function TooSmall({ next, zone, membership }: NextProps) {
  const { terms } = usePage().store
  return (
    <Alert>
      This box is {formatCents(next.shortCents)} below our {formatCents(terms.minimumCents)} minimum, so we'd
      skip it. <a href={`#offers_${membership.token}`}>Add something</a> by {formatMoment(next.lockAt, zone)}.
    </Alert>
  )
}

const TROUBLES = {
  declined: 'Your card was declined, so this box is not paid yet.',
  no_card: 'There is no card for this box anymore.',
  hard_decline: "Your card can't be charged anymore, so this box is not paid yet.",
  authentication: "Your bank wants to know it's you before it pays for this box.",
} as const

/** The problem, what happens next, and the one thing to do. */
const Trouble = ({ next, membership, zone }: NextProps) => {
  const isAsked = next.trouble === 'authentication'
  const pay = paths.checkout(next.orderToken)
  return (
    <>
      <Alert>
        {next.trouble && TROUBLES[next.trouble]}{' '}
        {next.againAt !== null && `We'll try it again on ${formatMoment(next.againAt, zone)}. `}
        {!next.isLocked && ifUnpaid({ ...next, pausesNext: membership.failedInRow > 0, zone })}
      </Alert>
      <p class="next-box__ways">
        <a class="button" href={isAsked ? pay : `#${cardsId(membership)}`}>
          {isAsked ? 'Confirm and pay' : 'Use another card'}
        </a>
        {!isAsked && (
          <a class="button button--quiet" href={pay}>
            Pay for this box now
          </a>
        )}
      </p>
    </>
  )
}

const Locked = ({ later }: NextProps) => (
  <p>
    It's too late to change this box: it comes as planned, and is charged as we told you.{' '}
    {later[0] ? `You can still change the one of ${formatDay(later[0], 'long')} once this one is paid.` : ''}
  </p>
)
