import type { Child } from 'hono/jsx'
import { counted } from '#src/counted.ts'
import { type Day, formatDay } from '#src/day.ts'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Form } from '../shared/form.tsx'
import { boxInPlace } from './place-of.ts'

export const ComingUp = ({ membership, skipped, next, later }: MembershipFacts) =>
  (skipped || next) && (
    <div {...boxInPlace(membership)}>
      <h3>Coming up</h3>
      <ol class="ribbon">
        {skipped && (
          <RibbonBox day={skipped.arrivalOn} title="Skipped" isSkipped>
            <p>Nothing packed, nothing charged</p>
            <Form action={paths.unskipBox(skipped.orderToken)} method="post">
              <button type="submit" class="button button--quiet button--small">
                Bring it back
              </button>
            </Form>
          </RibbonBox>
        )}
        {next && (
          <RibbonBox day={next.arrivalOn} title="Next box">
            <p>
              {counted(unitsIn(next.items), 'item', 'items')}, {formatCents(next.totalCents)}
            </p>
            {next.movedFrom && <p>Moved from {formatDay(next.movedFrom, 'short')}</p>}
          </RibbonBox>
        )}
        {later.map((day) => (
          <RibbonBox day={day} title="Planned">
            <p>Same as the box before, at that day's prices</p>
          </RibbonBox>
        ))}
      </ol>
    </div>
  )

const unitsIn = (items: { quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

type RibbonProps = { day: Day; title: string; isSkipped?: boolean; children?: Child }

const RibbonBox = ({ day, title, isSkipped, children }: RibbonProps) => (
  <li class={`ribbon__box${isSkipped ? ' ribbon__box--skipped' : ''}`}>
    <DayLeaf day={day} />
    <div>
      <b>{title}</b>
      <p class="visually-hidden">{formatDay(day, 'long')}</p>
      {children}
    </div>
  </li>
)
