import type { Membership } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import type { MembershipFacts, NextBox } from '#src/membership/facts.ts'
import { RENEWAL_FAILURE } from '#src/membership/sentences.ts'
import { FREQUENCIES, RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { placeOf } from './place-of.ts'

const IDENTIFIER = 'subscription-renewal-frequency'

type FrequencyProps = Pick<MembershipFacts, 'byPeriod'> & {
  membership: Pick<Membership, 'token' | 'renewPeriodType'>
  next: Pick<NextBox, 'arrivalOn' | 'isLocked'> | null
}

/** Works as a plain form; with scripts, the change shows in place. */
export const Frequency = ({ membership, byPeriod, next }: FrequencyProps) => (
  <Form
    action={paths.changeFrequency(membership.token)}
    method="post"
    class="membership__card"
    data-controller={IDENTIFIER}
    data-action={`change->${IDENTIFIER}#ask submit->${IDENTIFIER}#send`}
    {...placeOf(IDENTIFIER, membership, 'frequency', RENEWAL_FAILURE)}
  >
    <h3 id={`frequency_${membership.token}`} tabindex={-1}>
      How often
    </h3>
    {RENEW_PERIODS.map((period) => {
      const then = byPeriod.find((each) => each.period === period)
      return (
        <label class="membership__option">
          <input
            type="radio"
            name="renew_period_type"
            value={period}
            checked={period === membership.renewPeriodType}
            autocomplete="off"
            data-subscription-renewal-frequency-target="period"
            data-moved-to={next && !next.isLocked && then?.moved ? formatDay(then.moved, 'long') : undefined}
          />{' '}
          <b>{FREQUENCIES[period].replace(/^e/, 'E')}</b>
          {then && (
            <span>
              then {formatDay(then.day, 'short')}
              {next &&
                !next.isLocked &&
                then.moved &&
                then.moved !== next.arrivalOn &&
                `. You can move your next box to ${formatDay(then.moved, 'short')}.`}
            </span>
          )}
        </label>
      )
    })}
    {next && !next.isLocked && <MoveNext arrivalOn={formatDay(next.arrivalOn, 'long')} />}
    <p class="field__error" role="alert" hidden data-subscription-renewal-frequency-target="problem" />
    <button type="submit" class="button button--quiet button--small">
      Save how often
    </button>
  </Form>
)

/** Both days are shown; a script fills in the second. */
const MoveNext = ({ arrivalOn }: { arrivalOn: string }) => (
  <fieldset class="membership__move" data-subscription-renewal-frequency-target="question">
    <legend>And your next box?</legend>
    <label class="membership__tick">
      <input
        type="radio"
        name="move_next"
        value=""
        checked
        autocomplete="off"
        data-subscription-renewal-frequency-target="keep"
      />{' '}
      Keep it on {arrivalOn}
    </label>
    <label class="membership__tick">
      <input type="radio" name="move_next" value="true" autocomplete="off" /> Move it to{' '}
      <span data-subscription-renewal-frequency-target="movedTo">the new rhythm's day</span>
    </label>
  </fieldset>
)
