import { HOUR_MS } from '#src/day.ts'
import { Countdown } from '../../shared/countdown.tsx'
import { usePage } from '../../shared/page-facts.ts'

const SECOND_MS = 1_000

const EXAMPLES = [
  { id: 'minutes', leftMs: 90 * SECOND_MS },
  { id: 'hours', leftMs: 4 * HOUR_MS + 729 * SECOND_MS },
  { id: 'days', leftMs: 52 * HOUR_MS + SECOND_MS },
  { id: 'over', leftMs: 0 },
]

export const CountdownTimerExamples = () => {
  const { now } = usePage()
  return (
    <ul class="prose">
      {EXAMPLES.map(({ id, leftMs }) => (
        <li id={id}>
          The box is packed
          <Countdown endsAt={now + leftMs} now={now} before=" in " />.
        </li>
      ))}
    </ul>
  )
}
