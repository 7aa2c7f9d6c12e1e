import { formatDate, formatDay } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { FREQUENCIES } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { formatMoment } from '../shared/local-time.ts'
import { Agreed } from './agreed.tsx'
import { ComingUp } from './coming-up.tsx'
import { EndWays, Resume, UndoCancel } from './end-ways.tsx'
import { NextBoxSection } from './next-box.tsx'
import { OffersListing } from './offers-listing.tsx'
import { cardsId, partId, toldId } from './place-of.ts'
import { MembershipSettings } from './settings.tsx'

export const MembershipSection = (facts: MembershipFacts) => {
  const { membership, next } = facts
  const id = `membership_${membership.token}`
  return (
    <section class="membership-frame" aria-labelledby={id}>
      <p class="membership__told" role="status" id={toldId(membership)} />
      <div class="membership" id={partId(membership)}>
        {next ? <NextBoxSection {...facts} next={next} id={id} /> : <WithoutNext {...facts} id={id} />}
        {next && !next.isLocked && <OffersListing {...facts} next={next} />}
        {membership.state === 'active' && <ComingUp {...facts} />}
        {membership.state === 'canceled' ? (
          <History {...facts} />
        ) : (
          <MembershipSettings {...facts}>
            <History {...facts} />
          </MembershipSettings>
        )}
        <div class="membership__parts">
          <Agreed {...facts} />
          {membership.state !== 'canceled' && <EndWays {...facts} />}
        </div>
      </div>
    </section>
  )
}

const WithoutNext = (facts: MembershipFacts & { id: string }) => (
  <div class="membership__card">
    <h2 id={facts.id} tabindex={-1}>
      A box {FREQUENCIES[facts.membership.renewPeriodType]}
    </h2>
    <p>{stateSentence(facts)}</p>
    {facts.history
      .filter(({ isComing }) => isComing)
      .map(({ token, arrivalOn }) => (
        <p>
          You've paid for the box of <a href={paths.order(token)}>{formatDay(arrivalOn, 'long')}</a>, so it
          still comes.
        </p>
      ))}
    {isPausedForCard(facts) && (
      <p>
        We paused it because we couldn't charge your card for your last box. Choose or{' '}
        <a href={`#${cardsId(facts.membership)}`}>add another card</a> before you resume.
      </p>
    )}
    {facts.membership.state === 'paused' && <Resume {...facts} />}
    {facts.canUndoCancel && <UndoCancel {...facts} />}
    {facts.membership.state === 'canceled' && !facts.canUndoCancel && (
      <p>
        To start again, make your next box a recurring one. <a href={paths.shop()}>Start a box</a>
      </p>
    )}
  </div>
)

const isPausedForCard = ({ membership: { state, failedInRow } }: MembershipFacts) =>
  state === 'paused' && failedInRow > 1

function stateSentence({ membership, zone }: MembershipFacts): string {
  const { state, canceledAt, pausedUntil } = membership
  if (canceledAt !== null)
    return `You canceled on ${formatMoment(canceledAt, zone)}. No more boxes are sent or charged.`
  if (state === 'active') return "We're planning your next box. It shows here within a minute."
  const until =
    pausedUntil === null ? 'until you resume' : `until ${formatDate(dayIn(SHOP_ZONE, pausedUntil))}`
  return `Paused: no boxes, no charges and no member prices ${until}.`
}

const History = ({ history }: MembershipFacts) => (
  <div class="membership__card">
    <h3>Your last boxes</h3>
    <ul class="membership__history">
      {history.map(({ token, arrivalOn, totalCents }) => (
        <li>
          <a href={paths.order(token)}>{formatDay(arrivalOn, 'long')}</a>{' '}
          <span>{formatCents(totalCents)}</span>
        </li>
      ))}
    </ul>
  </div>
)
