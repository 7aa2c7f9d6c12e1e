import { addDays, formatDay } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { TextArea } from '../shared/text-area.tsx'
import { untilId } from './place-of.ts'
import { RefusedWords, typedAgain } from './refused.tsx'

export const EndWays = (facts: MembershipFacts) => (
  <div class="membership__card">
    {facts.membership.state === 'active' && <Pause {...facts} />}
    <Cancel {...facts} />
  </div>
)

const Pause = ({ membership, refused, now }: MembershipFacts) => (
  <Form action={paths.pauseMembership(membership.token)} method="post">
    <h3>Take a break</h3>
    {membership.skipsInRow >= 3 && (
      <p>You've skipped {membership.skipsInRow} boxes in a row. A pause may suit you better.</p>
    )}
    <p>No boxes, no charges and no member prices until you're back. Boxes you've paid for still come.</p>
    <label for={untilId(membership)}>Until (optional)</label>
    <input
      id={untilId(membership)}
      class="field__input"
      type="date"
      name="until"
      min={addDays(dayIn(SHOP_ZONE, now), 1)}
      {...typedAgain(untilId(membership), refused)}
    />
    <RefusedWords id={untilId(membership)} refused={refused} />
    <button type="submit" class="button button--quiet">
      Pause membership
    </button>
  </Form>
)

export const Resume = ({ membership }: MembershipFacts) => (
  <Form action={paths.resumeMembership(membership.token)} method="post">
    <p>Your member prices start again right away, and we plan your next box.</p>
    <button type="submit" class="button">
      Resume membership
    </button>
  </Form>
)

const Cancel = ({ membership, next }: MembershipFacts) => (
  <Form action={paths.cancelMembership(membership.token)} method="post">
    <h3>Cancel the membership</h3>
    <p>
      It ends right away: {next ? `the box of ${formatDay(next.arrivalOn, 'long')}` : 'your next box'} isn't
      packed or charged. Boxes you've paid for still come.
    </p>
    <TextArea
      id={`cancel_reason_${membership.token}`}
      name="reason"
      label="Why are you leaving? (optional)"
      value=""
      rows={2}
      maxlength={500}
    />
    <button type="submit" class="button button--quiet membership__cancel">
      Cancel membership
    </button>
  </Form>
)

export const UndoCancel = ({ membership }: MembershipFacts) => (
  <Form action={paths.undoCancel(membership.token)} method="post">
    <p>Changed your mind? Everything goes on as before, by the same agreement.</p>
    <button type="submit" class="button">
      Keep my membership
    </button>
  </Form>
)
