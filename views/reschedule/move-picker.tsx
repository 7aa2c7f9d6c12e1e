import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DaysToMoveTo } from '#src/reschedule/days.ts'
import { Calendar } from '../delivery/calendar.tsx'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { MoveWarning, type Warning } from './move-warning.tsx'

type MovePickerProps = DaysToMoveTo & {
  token: string
  receiptKey: string | null
  orderPath: string
  isInFrame: boolean
  problem: string | null
  warning: Warning | null
}

/** One tap on a day asks what moving there means. Nothing changes yet. */
export const MovePicker = (props: MovePickerProps) => (
  <>
    {props.problem && <Alert>{props.problem}</Alert>}
    {props.warning && <MoveWarning {...props.warning} />}
    <p class="ask__words">
      Your box comes {formatDay(props.currentOn, 'long')} now. Pick another day, and we'll show what changes
      before anything moves. Closed days say why.
    </p>
    <Form
      action={paths.rescheduleModal()}
      method="get"
      class="move-form"
      data-turbo-frame={props.isInFrame ? 'modal' : undefined}
      data-controller="submit-choice"
      data-action="calendar:chosen->submit-choice#submit"
    >
      <input type="hidden" name="order_token" value={props.token} />
      {props.receiptKey && <input type="hidden" name="key" value={props.receiptKey} />}
      <Calendar
        days={props.days}
        chosenOn={null}
        name="arrival_date"
        currentOn={props.currentOn}
        {...(props.expeditedCents > 0 && { fasterNote: `+${shortCents(props.expeditedCents)}` })}
      />
      <div class="ask__ways">
        <button type="submit" class="button">
          See what changes
        </button>
        <a class="button button--quiet" href={props.orderPath}>
          Keep {formatDay(props.currentOn, 'date')}
        </a>
      </div>
    </Form>
  </>
)

/** '$12' fits into a square of the calendar. */
const shortCents = (cents: number) => formatCents(cents).replace(/\.00$/, '')
