import type { FulfillmentCenter } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import type { InventoryItem, InventoryList } from '#src/fulfillment/inventory.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { usePage } from '../shared/page-facts.ts'
import { DeskSearch } from './desk-search.tsx'
import { ScaleField } from './scale-field.tsx'
import { ScanBar } from './scan-bar.tsx'
import { StockTable } from './stock-table.tsx'

/** What a barcode has led to: an offer, or the reason why not. */
export type ScanShown = { item?: InventoryItem; problem?: string; status?: 404 | 422 }

type InventoryPageProps = {
  center: FulfillmentCenter
  list: InventoryList
  searched: string
  scan: ScanShown
  press: string
  seen: number
}

export function InventoryPage({ center, list, searched, scan, press, seen }: InventoryPageProps) {
  const { flash } = usePage()
  const found = scan.item && `Found ${scan.item.name}, ${scan.item.label}.`
  return (
    <div
      data-controller="barcode-field"
      data-barcode-field-url-value={paths.centerInventory(center.slug)}
      data-action="turbo:load@document->barcode-field#showFound"
    >
      <header class="desk__head desk__head--row">
        <div>
          <h1 class="desk__title">Inventory</h1>
          <p class="desk__intro">{totalSentence(list)}</p>
        </div>
        <DeskSearch
          action={paths.centerInventory(center.slug)}
          id="item_search"
          label="Cut, weight or farm"
          searched={searched}
        />
      </header>
      <ScaleField />
      <ScanBar
        action={paths.centerInventory(center.slug)}
        message={scan.problem ?? flash?.message ?? found}
        isProblem={scan.problem !== undefined || flash?.kind === 'danger'}
      />
      {list.total === 0 ? (
        <NoItems center={center} isSearch={searched !== ''} />
      ) : (
        <>
          <StockTable center={center} items={list.items} found={scan.item?.token} press={press} seen={seen} />
          <Pager
            page={list.page}
            pages={list.pages}
            path={paths.centerInventory(center.slug, { q: searched })}
          />
        </>
      )}
    </div>
  )
}

function totalSentence({ items, first, total, pages }: InventoryList): string {
  const shown = pages > 1 ? `, ${first}–${first + items.length - 1} here` : ''
  return `${counted(total, 'offer', 'offers')}${shown}.`
}

const NoItems = ({ center, isSearch }: { center: FulfillmentCenter; isSearch: boolean }) =>
  isSearch ? (
    <section class="empty">
      <h2 class="empty__title">No offers match</h2>
      <p class="empty__words">Try fewer words, or scan a pack.</p>
      <a class="button button--quiet" href={paths.centerInventory(center.slug)}>
        See all offers
      </a>
    </section>
  ) : (
    <section class="empty">
      <h2 class="empty__title">No offers yet</h2>
      <p class="empty__words">You can count packs here once the shop has offers.</p>
    </section>
  )
