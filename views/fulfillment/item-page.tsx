import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import type { StockLedger } from '#src/fulfillment/stock-ledger.ts'
import { paths } from '#src/paths.ts'
import type { ListedLot } from '#src/stock/lot-list.ts'
import { Pager } from '../catalog/pager.tsx'
import { Alert } from '../shared/alert.tsx'
import { LotTable } from '../shared/lot-table.tsx'
import { AdjustForm } from './adjust-form.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { ScaleField } from './scale-field.tsx'
import { ShelfForm } from './shelf-form.tsx'

type ItemPageProps = {
  center: FulfillmentCenter
  item: InventoryItem
  lots: ListedLot[]
  ledger: StockLedger
  problem?: string | undefined
  /** What was typed into a form that was refused. */
  typed: { change: string; reason: string; lot: string; shelf: string | null; grams: string }
  press: string
  seen: number
  shelfVersion: string
}

export const ItemPage = ({
  center,
  item,
  lots,
  ledger,
  problem,
  typed,
  press,
  seen,
  shelfVersion,
}: ItemPageProps) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.centerInventory(center.slug)}>Inventory</a>
      </p>
      <h1 class="desk__title">
        {item.name}, {item.label}
      </h1>
      <p class="desk__intro">
        {item.farm}. Barcode {item.token}.
      </p>
    </header>
    {problem && <Alert takesFocus>{problem}</Alert>}
    <ul class="figures figures--few">
      <Figure title="On hand" count={item.onHand} />
      <Figure title="Reserved" count={item.reserved} />
      <Figure title="Available" count={item.available} />
      <Figure title="On the wait list" count={item.waiting} />
    </ul>
    <ScaleField typed={typed.grams} />
    <AdjustForm center={center} {...{ item, typed, lots, press, seen }} from="ledger" />
    <ShelfForm center={center} item={item} version={shelfVersion} typed={typed.shelf} />
    <LotTable lots={lots} who="clerk" />
    {lots.length > 0 && (
      <p>
        <a class="button button--quiet button--small" href={paths.packLabels(center.slug, item.token)}>
          Pack labels
        </a>
      </p>
    )}
    <section aria-labelledby="ledger">
      <h2 class="desk__section" id="ledger">
        Every movement
      </h2>
      {ledger.total === 0 ? (
        <p class="desk__intro">{center.name} has never had any of it.</p>
      ) : (
        <LedgerTable center={center} movements={ledger.movements} />
      )}
      <Pager page={ledger.page} pages={ledger.pages} path={paths.centerOffer(center.slug, item.token)} />
    </section>
  </>
)

const Figure = ({ title, count }: { title: string; count: number }) => (
  <li class="figures__item">
    {title}
    <b class="figures__count">{count}</b>
  </li>
)
