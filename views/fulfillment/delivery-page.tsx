import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDate, formatDay } from '#src/day.ts'
import type { CountedRow, DeliveryLine, DeliveryView } from '#src/fulfillment/receiving.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { CountFields, type KnownLot } from './count-fields.tsx'

type DeliveryPageProps = {
  center: FulfillmentCenter
  delivery: DeliveryView
  lots: KnownLot[]
  /** The lines of a count that was refused. */
  typed: unknown
  temperature: string
  problem: string | undefined
}

/** A form has at most 200 fields. */
const MAX_LINES = 15

export function DeliveryPage({ center, delivery, lots, typed, temperature, problem }: DeliveryPageProps) {
  const open = delivery.lines.filter(({ closedAt }) => closedAt === null).slice(0, MAX_LINES)
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.receiving(center.slug)}>Receiving</a>
        </p>
        <h1 class="desk__title">{delivery.farm}</h1>
        <p class="desk__intro">
          Delivery {delivery.id}, expected {formatDay(delivery.expectedOn, 'long')}.
          {open.length === 0 ? ' All of it is checked in.' : ' Count each pack, then type what you counted.'}
        </p>
      </header>
      {problem && <Alert takesFocus>{problem}</Alert>}
      {open.length > 0 && <CountForm {...{ center, delivery, lots, open, typed, temperature }} />}
      {delivery.counted.length > 0 && <Counted center={center} rows={delivery.counted} />}
    </>
  )
}

type CountFormProps = Pick<DeliveryPageProps, 'center' | 'delivery' | 'lots' | 'typed' | 'temperature'> & {
  open: DeliveryLine[]
}

const CountForm = ({ center, delivery, lots, open, typed, temperature }: CountFormProps) => (
  <Form method="post" action={paths.checkIn(center.slug, delivery.id)} class="count-form">
    <input type="hidden" name="count" value={String(delivery.counted.length)} />
    {open.map((line, index) => (
      <CountFields line={line} index={index} lots={lots} typed={typed} />
    ))}
    <label class="count-form__field">
      Temperature of the load, °F
      <input
        class="field__input"
        type="text"
        name="temperature_f"
        value={temperature}
        maxlength={4}
        autocomplete="off"
      />
    </label>
    <button type="submit" class="button count-form__done">
      Check in
    </button>
  </Form>
)

const Counted = ({ center, rows }: { center: FulfillmentCenter; rows: CountedRow[] }) => (
  <section aria-labelledby="counted">
    <h2 class="desk__section" id="counted">
      Checked in
    </h2>
    <div class="sheet" tabindex={0}>
      <table class="sheet__table sheet__table--cards">
        <thead>
          <tr>
            <th scope="col">Offer</th>
            <th scope="col">Lot</th>
            <th scope="col">Best by</th>
            <th scope="col" class="sheet__figure">
              Packs
            </th>
            <th scope="col" class="sheet__figure">
              °F
            </th>
            <th scope="col">Difference</th>
            <th scope="col">Put away</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row" class="sheet__code">
                <a class="receiving__link" href={paths.centerOffer(center.slug, row.token)}>
                  {row.name}, {row.label}
                </a>
              </th>
              <td data-label="Lot">{row.lot}</td>
              <td data-label="Best by">{row.bestBy && formatDate(row.bestBy)}</td>
              <td class="sheet__figure" data-label="Packs">
                {row.quantity}
              </td>
              <td class="sheet__figure" data-label="°F">
                {row.temperatureF}
              </td>
              <td data-label="Difference">{row.reason}</td>
              <td data-label="Put away">
                {row.quantity > 0 && (
                  <>
                    {row.shelf && `Shelf ${row.shelf}. `}
                    <a class="receiving__link" href={paths.packLabels(center.slug, row.token)}>
                      Pack labels<span class="visually-hidden"> of {row.name}</span>
                    </a>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
