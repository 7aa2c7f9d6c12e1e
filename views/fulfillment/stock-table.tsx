import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import { paths } from '#src/paths.ts'
import { AdjustForm } from './adjust-form.tsx'

type StockTableProps = {
  center: FulfillmentCenter
  items: InventoryItem[]
  /** The token of the offer whose barcode was scanned. */
  found: string | undefined
  press: string
  seen: number
}

export const StockTable = ({ center, items, found, press, seen }: StockTableProps) => (
  <section class="sheet stock" tabindex={0} aria-label="Inventory">
    <table class="sheet__table stock__table">
      <thead>
        <tr>
          <th scope="col">Offer</th>
          <th scope="col">Farm</th>
          <th scope="col">Shelf</th>
          <th scope="col" class="sheet__figure">
            On hand
          </th>
          <th scope="col" class="sheet__figure">
            Reserved
          </th>
          <th scope="col" class="sheet__figure">
            Available
          </th>
          <th scope="col" class="stock__adjust">
            Adjust
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <StockRow center={center} item={item} isFound={item.token === found} press={press} seen={seen} />
        ))}
      </tbody>
    </table>
  </section>
)

type StockRowProps = Pick<StockTableProps, 'center' | 'press' | 'seen'> & {
  item: InventoryItem
  isFound: boolean
}

const StockRow = ({ center, item, isFound, press, seen }: StockRowProps) => (
  <tr
    id={`offer_${item.token}`}
    class="stock__row"
    aria-current={isFound ? 'true' : undefined}
    data-barcode-field-target="row"
    data-barcode={item.token}
    data-name={`${item.name}, ${item.label}`}
  >
    <th scope="row" class="sheet__code stock__name" title={`${item.name}, ${item.label}`}>
      <a href={paths.centerOffer(center.slug, item.token)}>
        {item.name}, {item.label}
      </a>
    </th>
    <td class="stock__farm" title={item.farm}>
      {item.farm}
    </td>
    <td class="stock__shelf" data-label="Shelf">
      {item.shelf}
    </td>
    <td class="sheet__figure" data-label="On hand">
      {item.onHand}
    </td>
    <td class="sheet__figure" data-label="Reserved">
      {item.reserved}
    </td>
    <td class="sheet__figure" data-label="Available">
      <b>{item.available}</b>
      {item.waiting > 0 && <span class="stock__waiting">{item.waiting} waiting</span>}
    </td>
    <td class="stock__adjust">
      <details name="adjust" open={isFound}>
        <summary class="stock__open">
          Adjust
          <span class="visually-hidden">
            {' '}
            {item.name}, {item.label}
          </span>
        </summary>
        <AdjustForm center={center} item={item} press={press} seen={seen} />
      </details>
    </td>
  </tr>
)
