import type { FulfillmentCenter } from '#db/schema/index.ts'
import { type Day, formatDay } from '#src/day.ts'
import type { DeliveryView } from '#src/fulfillment/receiving.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { typedText } from '../shared/refused-form.ts'

type ReceivingPageProps = {
  center: FulfillmentCenter
  deliveries: DeliveryView[]
  today: Day
  /** Of the form that announces a delivery. */
  press: string
  problem: string | undefined
  /** What a refused announcement had. */
  typed: Record<string, unknown> | null
}

export const ReceivingPage = ({ center, deliveries, today, press, problem, typed }: ReceivingPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Receiving</h1>
      <p class="desk__intro">{introOf(deliveries, today)}</p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    {deliveries.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No deliveries</h2>
        <p class="empty__words">Farms announce what they bring. If one calls instead, announce it here.</p>
      </section>
    ) : (
      <DeliveryTable center={center} deliveries={deliveries} today={today} />
    )}
    <AnnounceForm {...{ center, today, press, typed }} />
  </>
)

function introOf(deliveries: DeliveryView[], today: Day): string {
  const due = deliveries.filter(({ state, expectedOn }) => state !== 'received' && expectedOn <= today).length
  if (due === 0) return 'Nothing is due today.'
  return due === 1 ? '1 delivery is due today.' : `${due} deliveries are due today.`
}

const STATES: Record<DeliveryView['state'], string> = {
  expected: 'Expected',
  partly: 'Partly here',
  received: 'Received',
}

type TableProps = { center: FulfillmentCenter; deliveries: DeliveryView[]; today: Day }

const DeliveryTable = ({ center, deliveries, today }: TableProps) => (
  <section class="sheet" tabindex={0} aria-label="Deliveries">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Farm</th>
          <th scope="col">Expected</th>
          <th scope="col">State</th>
          <th scope="col">Packs</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ id, farm, expectedOn, state, lines }) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a class="receiving__link" href={paths.delivery(center.slug, id)}>
                {farm}
              </a>
            </th>
            <td data-label="Expected">
              {formatDay(expectedOn, 'short')}
              {state !== 'received' && expectedOn < today && ' (late)'}
            </td>
            <td data-label="State">{STATES[state]}</td>
            <td class="sheet__reason" data-label="Packs">
              {lines
                .map(({ received, expected, name, label }) => `${received} of ${expected} ${name}, ${label}`)
                .join('; ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type AnnounceProps = Pick<ReceivingPageProps, 'center' | 'today' | 'press' | 'typed'>

const AnnounceForm = ({ center, today, press, typed }: AnnounceProps) => (
  <details class="receiving__announce" open={typed !== null}>
    <summary class="stock__open">Announce a delivery</summary>
    <Form method="post" action={paths.receiving(center.slug)} class="adjust">
      <input type="hidden" name="press" value={press} />
      <label class="adjust__field adjust__reason">
        Barcode of the offer
        <input
          class="field__input"
          type="text"
          name="bid_item_token"
          maxlength={60}
          value={typedText(typed, 'bid_item_token')}
          required
          autocomplete="off"
        />
      </label>
      <label class="adjust__field">
        Packs
        <input
          class="field__input"
          type="number"
          name="quantity"
          min={1}
          max={100_000}
          value={typedText(typed, 'quantity')}
          required
        />
      </label>
      <label class="adjust__field adjust__day">
        Day
        <input
          class="field__input"
          type="date"
          name="expected_on"
          min={today}
          value={typedText(typed, 'expected_on')}
          required
        />
      </label>
      <button type="submit" class="button button--small">
        Announce
      </button>
    </Form>
  </details>
)
