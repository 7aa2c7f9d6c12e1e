import { formatDay } from '#src/day.ts'
import type { BoxRow } from '#src/fulfillment/board.ts'
import type { BoardSort } from '#src/fulfillment/board-filters.ts'
import { inPounds } from '#src/money.ts'
import { Icon } from '../shared/icon.tsx'
import { BoxStateMark } from './box-state.tsx'
import { SelectBox } from './select-box.tsx'

export type BoxSort = { current: BoardSort; hrefOf: (sort: BoardSort) => string }

type BoxTableProps = { boxes: BoxRow[]; canSelect?: boolean; sort?: BoxSort }

/** With `canSelect`, each row has a checkbox of the form around the table. */
export const BoxTable = ({ boxes, canSelect = false, sort }: BoxTableProps) => (
  <section class="sheet" tabindex={0} aria-label="Orders">
    <table class="sheet__table sheet__table--cards sheet__table--wide">
      <thead>
        <tr>
          {canSelect && (
            <th scope="col" class="sheet__check">
              <label>
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  data-order-selection-target="page"
                  data-action="order-selection#togglePage"
                  hidden
                />
              </label>
            </th>
          )}
          <SortHead by="placed_at" label="Order" hint="first placed first" sort={sort} />
          <th scope="col">State</th>
          <SortHead by="name" label="Customer" sort={sort} />
          <SortHead by="zip" label="Going to" sort={sort} />
          <SortHead by="ship_on" label="Ships" sort={sort} />
          <th scope="col">Arrives</th>
          <th scope="col" class="sheet__figure">
            Packs
          </th>
          <th scope="col" class="sheet__figure">
            Weight
          </th>
          <th scope="col">What to know</th>
        </tr>
      </thead>
      <tbody>
        {boxes.map((box) => (
          <BoxTableRow box={box} canSelect={canSelect} />
        ))}
      </tbody>
    </table>
  </section>
)

type SortHeadProps = { by: BoardSort; label: string; hint?: string; sort: BoxSort | undefined }

/** A link while the list can be sorted. */
const SortHead = ({ by, label, hint, sort }: SortHeadProps) => (
  <th scope="col" aria-sort={sort?.current === by ? 'ascending' : undefined}>
    {sort ? (
      <a
        class="sheet__sort"
        href={sort.hrefOf(by)}
        title={`Sort by ${label.toLowerCase()}${hint ? `, ${hint}` : ''}`}
      >
        {label}
      </a>
    ) : (
      label
    )}
  </th>
)

const BoxTableRow = ({ box, canSelect }: { box: BoxRow; canSelect: boolean }) => (
  <tr id={`box_${box.token}`}>
    {canSelect && (
      <td class="sheet__check">
        <SelectBox token={box.token} identifier={box.identifier} grams={box.grams} isListed />
      </td>
    )}
    <th scope="row" class="sheet__code">
      {box.identifier}
    </th>
    <td data-label="State">
      <BoxStateMark state={box.state} waveId={box.waveId} />
    </td>
    <td class="sheet__name" data-label="Customer" title={box.name ?? ''}>
      {box.name}
    </td>
    <td data-label="Going to">
      {box.city}, {box.deliveryState} {box.postalCode}
    </td>
    <td data-label="Ships">{box.shipOn && formatDay(box.shipOn, 'short')}</td>
    <td data-label="Arrives">{box.arrivalOn && formatDay(box.arrivalOn, 'short')}</td>
    <td class="sheet__figure" data-label="Packs">
      {box.units}
    </td>
    <td class="sheet__figure" data-label="Weight">
      {inPounds(box.grams)} lb
    </td>
    <td class="sheet__wide">
      <BoxNote box={box} />
    </td>
  </tr>
)

/** At most one mark, then what it means for packing. */
function BoxNote({ box }: { box: BoxRow }) {
  if (box.state === 'held') return <span>Waits for the staff. Don't pack it.</span>
  if (box.state === 'weather')
    return (
      <span>
        {box.weather}.{box.shipOn && ` Ships ${formatDay(box.shipOn, 'short')}`}
      </span>
    )
  if (box.state === 'late') return <span>Its truck has left</span>
  if (box.state === 'check_address') return <span>Nobody has confirmed the address</span>
  if (!box.isGift) return null
  return (
    <span>
      <span class="mark">
        <Icon name="gift" /> Gift
      </span>{' '}
      No prices on the slip
    </span>
  )
}
