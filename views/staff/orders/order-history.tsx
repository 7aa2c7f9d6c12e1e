import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { HistoryEvent } from '#src/staff/orders/history.ts'
import { MAX_NOTE_LENGTH } from '#src/staff/orders/rules.ts'
import { Form } from '../../shared/form.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { shortDeadline } from '../../shared/local-time.ts'
import { typedIn, typedText } from '../../shared/refused-form.ts'
import { TextArea } from '../../shared/text-area.tsx'
import { Timeline, TimelineEntry } from '../../shared/timeline.tsx'
import type { StaffOrderPageProps } from './order-page.tsx'

const ICONS: Record<HistoryEvent['area'], IconName> = {
  order: 'box',
  money: 'money',
  stock: 'layers',
  mail: 'forward',
  text: 'speech',
  box: 'truck',
  change: 'pencil',
  claim: 'camera',
  flag: 'flag',
  note: 'pencil',
  staff: 'account',
}

/** Everything that happened, the latest first, by the shop's clock as on all pages of staff, and a note to add. */
type OrderHistoryProps = {
  facts: Pick<StaffOrderPageProps['facts'], 'order' | 'history'>
  press: string
  refused?: StaffOrderPageProps['refused']
}

export const OrderHistory = ({ facts: { order, history }, press, refused = null }: OrderHistoryProps) => (
  <div class="staff-order__part">
    <h2 class="staff-order__title">What happened</h2>
    <Form action={paths.noteOrder(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="press" value={press} />
      <TextArea
        id="note"
        name="text"
        label="A note for the staff"
        value={typedText(typedIn(refused, paths.noteOrder(order.token)), 'text') ?? ''}
        maxlength={MAX_NOTE_LENGTH}
        rows={2}
        required
      />
      <button type="submit" class="button button--small button--quiet">
        Add the note
      </button>
    </Form>
    <Timeline label="What happened">
      {history.map(({ at, area, title, words, by, path }) => (
        <TimelineEntry
          icon={ICONS[area]}
          title={title}
          tone="done"
          at={at}
          when={shortDeadline(at, SHOP_ZONE)}
          words={words || null}
          ways={
            by || path ? (
              <>
                {by && `By ${by}`} {path && <a href={path}>Open</a>}
              </>
            ) : null
          }
        />
      ))}
    </Timeline>
  </div>
)
