import type { FulfillmentCenter } from '#db/schema/index.ts'
import { personName } from '#src/accounts/person-name.ts'
import { formatDay } from '#src/day.ts'
import type { WaveBoxRow, WaveBoxState } from '#src/fulfillment/wave-boxes.ts'
import type { WaveBoxPage } from '#src/fulfillment/wave-states.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon, type IconName } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { SelectBox } from './select-box.tsx'

type WaveTableProps = {
  center: FulfillmentCenter
  wave: Wave
  list: WaveBoxPage
  filter: WaveBoxState | null
  /** How many boxes of all pages can be selected. */
  selectable: number
}

/** Without scripts, too, boxes are selected by their checkboxes. */
export const WaveTable = ({ center, wave, list, filter, selectable }: WaveTableProps) => (
  <Form
    method="post"
    action={paths.packBoxes(center.slug, wave.id)}
    data-controller="order-selection"
    data-order-selection-total-value={String(selectable)}
  >
    <section class="sheet" tabindex={0} aria-label="Boxes">
      <table class="sheet__table sheet__table--cards sheet__table--wide">
        <thead>
          <tr>
            <th scope="col" class="sheet__check">
              <span class="visually-hidden">Selected</span>
              <label>
                <input
                  type="checkbox"
                  aria-label="Select all boxes"
                  data-order-selection-target="page"
                  data-action="order-selection#togglePage"
                  hidden
                />
              </label>
            </th>
            <th scope="col" class="sheet__figure">
              #
            </th>
            <th scope="col">Order</th>
            <th scope="col">State</th>
            <th scope="col">Customer</th>
            <th scope="col">Going to</th>
            <th scope="col">Ships</th>
            <th scope="col">Slip</th>
            <th scope="col">Packs</th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <WaveTableRow center={center} wave={wave} row={row} />
          ))}
        </tbody>
      </table>
    </section>
    {list.rows.some(canSelect) && (
      <SelectionBar center={center} wave={wave} list={list} filter={filter} selectable={selectable} />
    )}
  </Form>
)

const canSelect = ({ state }: WaveBoxRow) => state !== 'removed' && state !== 'shipped'

type RowProps = { center: FulfillmentCenter; wave: Wave; row: WaveBoxRow }

const WaveTableRow = ({ center, wave, row }: RowProps) => (
  <tr id={`box_${row.token}`}>
    <td class="sheet__check">
      {canSelect(row) && <SelectBox token={row.token} identifier={row.identifier} grams={gramsOf(row)} />}
    </td>
    <td class="sheet__figure" data-label="#">
      {row.position}
    </td>
    <th scope="row" class="sheet__code">
      {row.state === 'removed' ? <del>{row.identifier}</del> : row.identifier}
    </th>
    <td data-label="State">
      <StateMark row={row} zone={center.zone} />
    </td>
    <td class="sheet__name" data-label="Customer" title={row.box?.delivery_name}>
      {row.box?.delivery_name}
    </td>
    <td data-label="Going to">
      {row.box?.delivery_city}, {row.box?.delivery_state} {row.box?.delivery_postal_code}
    </td>
    <td data-label="Ships">{row.box && formatDay(row.box.ship_on, 'short')}</td>
    <td>
      {row.box && row.state !== 'removed' && row.state !== 'stopped' && (
        <a href={paths.slip(center.slug, wave.id, row.token)} aria-label={`Slip of ${row.identifier}`}>
          Slip
        </a>
      )}
    </td>
    <td class="wave-packs sheet__wide" title={packsOf(row)}>
      {packsOf(row)}
    </td>
  </tr>
)

const packsOf = ({ lines }: WaveBoxRow) =>
  lines.map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`).join('; ')

const gramsOf = ({ lines }: WaveBoxRow) =>
  lines.reduce((sum, { quantity, unit_grams }) => sum + quantity * unit_grams, 0)

type Mark = { word: string; icon: IconName | 'ring'; tone?: 'stop' | 'done' }

const MARKS: Record<WaveBoxState, Mark> = {
  to_pack: { word: 'To pack', icon: 'ring' },
  packed: { word: 'Packed', icon: 'check', tone: 'done' },
  shipped: { word: 'Shipped', icon: 'truck', tone: 'done' },
  stopped: { word: 'Stopped', icon: 'alert', tone: 'stop' },
  removed: { word: 'Taken out', icon: 'close' },
}

function StateMark({ row, zone }: { row: WaveBoxRow; zone: string }) {
  const { word, icon, tone } = MARKS[row.state]
  const by = row.state === 'packed' && row.packer?.email ? ` by ${personName(row.packer)}` : ''
  const at = row.shippedAt ?? (row.state === 'packed' ? row.packedAt : null)
  return (
    <span
      class={tone ? `box-state box-state--${tone}` : 'box-state'}
      title={at === null ? undefined : `${formatMoment(at, zone)}${by}`}
    >
      {icon === 'ring' ? <span class="box-state__ring" aria-hidden="true" /> : <Icon name={icon} />}
      {word}
      {by}
    </span>
  )
}

/** A long list is selected as a whole by a checkbox, so that it works without scripts. */
const SelectionBar = ({ center, wave, list, filter, selectable }: WaveTableProps) => (
  <div class="selection-bar selection-bar--empty" data-order-selection-target="bar">
    <span role="status" data-order-selection-target="words">
      Select boxes, then
    </span>
    {list.pages > 1 && (
      <label class="selection-bar__all">
        <input
          type="checkbox"
          name="select_all"
          value="filter"
          data-order-selection-target="every"
          data-action="order-selection#toggleEvery"
        />
        All {selectable}
      </label>
    )}
    {filter && <input type="hidden" name="state" value={filter} />}
    <button type="submit" class="button">
      Mark packed
    </button>
    <button type="submit" class="button" formaction={paths.shipBoxes(center.slug, wave.id)}>
      Mark shipped
    </button>
    <button type="submit" class="selection-bar__button" formaction={paths.removeBoxes(center.slug, wave.id)}>
      Take out
    </button>
  </div>
)
