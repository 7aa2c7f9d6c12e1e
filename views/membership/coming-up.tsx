import { formatDay } from '#src/day.ts'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

export const ComingUp = ({ skipped, next, later }: MembershipFacts) => (
  <div>
    <h3>Coming up</h3>
    <ol class="ribbon">
      {skipped && (
        <li class="ribbon__box ribbon__box--skipped">
          <b>{formatDay(skipped.arrivalOn, 'short')}</b> Skipped: nothing packed, nothing charged
          <Form action={paths.unskipBox(skipped.orderToken)} method="post">
            <button type="submit" class="button button--quiet button--small">
              Bring it back
            </button>
          </Form>
        </li>
      )}
      {next && (
        <li class="ribbon__box">
          <b>{formatDay(next.arrivalOn, 'short')}</b> Next box, {formatCents(next.totalCents)}
        </li>
      )}
      {later.map((day) => (
        <li class="ribbon__box">
          <b>{formatDay(day, 'short')}</b> Planned: same as the box before, at that day's prices
        </li>
      ))}
    </ol>
  </div>
)
