import type { PickTotal } from '#src/fulfillment/pick-totals.ts'
import { inPounds } from '#src/money.ts'

export const PickTable = ({ totals }: { totals: PickTotal[] }) => (
  <section class="sheet" tabindex={0} aria-label="Pick list">
    <table class="sheet__table sheet__table--cards sheet__table--wide">
      <thead>
        <tr>
          <th scope="col">Shelf</th>
          <th scope="col">Item</th>
          <th scope="col">Pack</th>
          <th scope="col">Farm</th>
          <th scope="col">Lot</th>
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
            <td class="sheet__shelf" data-label="Shelf">
              {total.shelf}
            </td>
            <th scope="row" class="sheet__code">
              {total.name}
              {total.problem && <span class="sheet__note">{total.problem}</span>}
            </th>
            <td data-label="Pack">{total.label}</td>
            <td data-label="Farm">{total.farm}</td>
            <td data-label="Lot">{total.problem ? <del>{total.lot}</del> : total.lot}</td>
            <td class="sheet__figure" data-label="Packs">
              {total.quantity}
            </td>
            <td class="sheet__figure" data-label="Weight">
              {inPounds(total.weight_grams)} lb
            </td>
            <td class="sheet__figure" data-label="Boxes">
              {total.boxes}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
