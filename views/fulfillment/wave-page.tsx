import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import type { PickTotal } from '#src/fulfillment/wave-files.ts'
import type { WaveBoxRow } from '#src/fulfillment/waves.ts'
import { inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type WavePageProps = {
  center: FulfillmentCenter
  wave: { id: number; createdAt: Instant }
  rows: WaveBoxRow[]
  totals: PickTotal[]
}

export const WavePage = ({ center, wave, rows, totals }: WavePageProps) => (
  <>
    <header class="desk__head desk__head--row">
      <div>
        <h1 class="desk__title">Wave {wave.id}</h1>
        <p class="desk__intro">
          {rows.length === 1 ? '1 box' : `${rows.length} boxes`}, made{' '}
          {formatMoment(wave.createdAt, center.zone)}.
        </p>
      </div>
      <Form method="post" action={paths.exportWaveAgain(center.slug, wave.id)}>
        <button type="submit" class="button button--quiet">
          Make the files again
        </button>
      </Form>
    </header>
    <h2 class="desk__section">Pick list</h2>
    <PickTable totals={totals} />
    <h2 class="desk__section">Boxes</h2>
    <WaveTable rows={rows} />
  </>
)

const PickTable = ({ totals }: { totals: PickTotal[] }) => (
  <section class="sheet" tabindex={0} aria-label="Pick list">
    <table class="sheet__table">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Pack</th>
          <th scope="col">Farm</th>
          <th scope="col" class="sheet__figure">
            Packs
          </th>
          <th scope="col" class="sheet__figure">
            Weight
          </th>
          <th scope="col" class="sheet__figure">
            Boxes
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => (
          <tr>
            <th scope="row" class="sheet__code">
              {total.name}
            </th>
            <td>{total.label}</td>
            <td>{total.farm}</td>
            <td class="sheet__figure">{total.quantity}</td>
            <td class="sheet__figure">{inPounds(total.weight_grams)} lb</td>
            <td class="sheet__figure">{total.boxes}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const WaveTable = ({ rows }: { rows: WaveBoxRow[] }) => (
  <section class="sheet" tabindex={0} aria-label="Boxes">
    <table class="sheet__table">
      <thead>
        <tr>
          <th scope="col" class="sheet__figure">
            #
          </th>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col">Going to</th>
          <th scope="col">Ships</th>
          <th scope="col">Packs</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ position, box, endedAt }) => (
          <tr>
            <td class="sheet__figure">{position}</td>
            <th scope="row" class="sheet__code">
              {endedAt === null ? box?.identifier : <del>{box?.identifier}</del>}
            </th>
            <td class="sheet__name">{box?.delivery_name}</td>
            <td>
              {box?.delivery_city}, {box?.delivery_state} {box?.delivery_postal_code}
            </td>
            <td>{box && formatDay(box.ship_on, 'short')}</td>
            <td>
              {box?.lines.map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`).join('; ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
