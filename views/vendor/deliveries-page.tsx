import type { Farm } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { FarmDeliveries, FarmDelivery } from '#src/vendor/deliveries.ts'
import { Pager } from '../catalog/pager.tsx'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Fold } from '../shared/fold.tsx'
import { Form } from '../shared/form.tsx'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'

type DeliveriesPageProps = {
  farm: Farm
  list: FarmDeliveries
  problem: string | undefined
  /** Opens again with what was typed. */
  refused: RefusedForm | null
}

export const DeliveriesPage = ({ farm, list, problem, refused }: DeliveriesPageProps) => (
  <>
    <header class="farm-desk__head">
      <h1 class="farm-desk__title">Deliveries</h1>
      <p>
        To announce one, open its cut on <a href={paths.farmInventory(farm.slug)}>your shelf</a>.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {list.total === 0 ? (
      <p>Nothing is announced. What you announce shows here, and what the center counted.</p>
    ) : (
      list.deliveries.map((delivery) => (
        <Delivery farm={farm} delivery={delivery} page={list.page} refused={refused} />
      ))
    )}
    <Pager page={list.page} pages={list.pages} path={paths.farmDeliveries(farm.slug)} />
  </>
)

const STATES: Record<FarmDelivery['state'], string> = {
  expected: 'Expected',
  partly: 'Partly here',
  received: 'Received',
}

type DeliveryProps = { farm: Farm; delivery: FarmDelivery; page: number; refused: RefusedForm | null }

const Delivery = ({ farm, delivery, page, refused }: DeliveryProps) => {
  const action = paths.correctDelivery(farm.slug, delivery.id)
  const typed = typedIn(refused, action)
  return (
    <section class="farm-desk__delivery" aria-labelledby={`delivery-${delivery.id}`}>
      <h2 class="farm-forms__title" id={`delivery-${delivery.id}`}>
        {formatDay(delivery.expectedOn, 'long')}
      </h2>
      <p>
        {STATES[delivery.state]}, {delivery.centerName}
      </p>
      <div class="sheet">
        <table class="sheet__table sheet__table--cards">
          <thead>
            <tr>
              <th scope="col">Cut</th>
              <th scope="col" class="sheet__figure">
                Announced
              </th>
              <th scope="col" class="sheet__figure">
                Counted
              </th>
              <th scope="col">Lots</th>
              <th scope="col">Why it differs</th>
            </tr>
          </thead>
          <tbody>
            {delivery.lines.map((line) => (
              <Line line={line} counted={delivery.counted.filter(({ token }) => token === line.token)} />
            ))}
          </tbody>
        </table>
      </div>
      {delivery.state === 'expected' && (
        <Fold title="Correct it" isOpen={typed !== null}>
          {delivery.lines.map((line) => (
            <Correction {...{ action, delivery, line, page, typed }} />
          ))}
        </Fold>
      )}
    </section>
  )
}

type CorrectionProps = {
  action: string
  delivery: FarmDelivery
  line: FarmDelivery['lines'][number]
  page: number
  typed: Record<string, unknown> | null
}

const Correction = ({ action, delivery, line, page, typed }: CorrectionProps) => (
  <Form class="farm-forms__form" action={action} method="post">
    <input type="hidden" name="page" value={String(page)} />
    <input type="hidden" name="bid_item_token" value={line.token} />
    <input type="hidden" name="seen_units" value={String(line.expected)} />
    <Field
      id={`expected_${delivery.id}_${line.token}`}
      name="quantity"
      label={`Packs of ${line.name}, ${line.label}`}
      hint="0 if it doesn’t come."
      type="number"
      min={0}
      step={1}
      required
      value={
        (typed?.bid_item_token === line.token ? typedText(typed, 'quantity') : undefined) ?? line.expected
      }
    />
    <button type="submit" class="button button--quiet">
      Correct
    </button>
  </Form>
)

type LineProps = { line: FarmDelivery['lines'][number]; counted: FarmDelivery['counted'] }

const Line = ({ line, counted }: LineProps) => (
  <tr>
    <th scope="row" class="sheet__reason">
      {line.name}, {line.label}
    </th>
    <td class="sheet__figure" data-label="Announced">
      {line.expected}
    </td>
    <td class="sheet__figure" data-label="Counted">
      {counted.length === 0 ? 'Not yet' : line.received}
    </td>
    <td class="sheet__reason" data-label="Lots">
      {counted.flatMap(({ lot, quantity }) => (lot === null ? [] : `${lot} (${quantity})`)).join(', ')}
    </td>
    <td class="sheet__reason" data-label="Why it differs">
      {[...new Set(counted.flatMap(({ reason }) => reason || []))].join(', ')}
    </td>
  </tr>
)
