import type { PickTotal } from '#src/fulfillment/pick-totals.ts'
import { inPounds } from '#src/money.ts'

export const PickTable = ({ totals }: { totals: PickTotal[] }) => (
  <section class="sheet" tabindex={0} aria-label="Pick list">
    <table class="sheet__table">
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
            <td>{total.shelf}</td>
            <th scope="row" class="sheet__code">
              {total.name}
            </th>
            <td>{total.label}</td>
            <td>{total.farm}</td>
            <td>{total.lot}</td>
            <td class="sheet__figure">{total.quantity}</td>
            <td class="sheet__figure">{inPounds(total.weight_grams)} lb</td>
            <td class="sheet__figure">{total.boxes}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
