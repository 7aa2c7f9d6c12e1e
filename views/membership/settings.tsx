import type { Child } from 'hono/jsx'
import { formatDay } from '#src/day.ts'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { FREQUENCIES, RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { Form } from '../shared/form.tsx'

export const MembershipSettings = ({ children, ...facts }: MembershipFacts & { children?: Child }) => (
  <div class="membership__parts">
    <Frequency {...facts} />
    <WhenGone {...facts} />
    <CardChoice {...facts} />
    {children}
  </div>
)

const Frequency = ({ membership, byPeriod, next }: MembershipFacts) => (
  <Form action={paths.changeFrequency(membership.token)} method="post" class="membership__card">
    <h3>How often</h3>
    {RENEW_PERIODS.map((period) => {
      const then = byPeriod.find((each) => each.period === period)
      return (
        <label class="membership__option">
          <input
            type="radio"
            name="renew_period_type"
            value={period}
            checked={period === membership.renewPeriodType}
          />{' '}
          <b>{FREQUENCIES[period].replace(/^e/, 'E')}</b>
          {then && (
            <span>
              then {formatDay(then.day, 'short')}
              {next &&
                then.moved &&
                then.moved !== next.arrivalOn &&
                `, or the next one on ${formatDay(then.moved, 'short')}`}
            </span>
          )}
        </label>
      )
    })}
    {next && !next.isLocked && (
      <label class="membership__tick">
        <input type="checkbox" name="move_next" value="true" /> Move the box of{' '}
        {formatDay(next.arrivalOn, 'short')} too
      </label>
    )}
    <button type="submit" class="button button--quiet button--small">
      Save how often
    </button>
  </Form>
)

const CHOICES = {
  swap: ['Swap it', 'Same cut, another farm, same price or less.'],
  drop: ['Leave it out', "The total goes down by what's missing."],
  skip: ['Skip the box', 'Nothing ships that time. Your next box keeps its day.'],
} as const

const WhenGone = ({ membership }: MembershipFacts) => (
  <Form
    action={paths.membershipPreferences(membership.token)}
    method="post"
    class="membership__card"
    id={`gone_${membership.token}`}
  >
    <h3>If something's gone</h3>
    <p>We check when your card is charged. You never pay more than the reminder said.</p>
    {(['swap', 'drop', 'skip'] as const).map((choice) => (
      <label class="membership__option membership__option--stacked">
        <input type="radio" name="when_gone" value={choice} checked={choice === membership.whenGone} />{' '}
        <b>{CHOICES[choice][0]}</b> <span>{CHOICES[choice][1]}</span>
      </label>
    ))}
    <button type="submit" class="button button--quiet button--small">
      Save this choice
    </button>
  </Form>
)

const CardChoice = ({ membership, card, cards }: MembershipFacts) => (
  <Form action={paths.membershipCard(membership.token)} method="post" class="membership__card">
    <h3>Card</h3>
    {cards.map((each) => (
      <label class="membership__option">
        <input type="radio" name="card_id" value={String(each.id)} checked={each.id === card?.id} />{' '}
        <b>{keptCardName(each)}</b>
      </label>
    ))}
    <p>
      <a href={paths.newCard()}>Add a card</a>
    </p>
    {cards.length > 1 && (
      <button type="submit" class="button button--quiet button--small">
        Charge this card
      </button>
    )}
  </Form>
)
