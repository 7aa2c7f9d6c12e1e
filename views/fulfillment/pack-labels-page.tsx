import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import type { PackLabel } from '#src/fulfillment/pack-labels.ts'
import { paths } from '#src/paths.ts'
import { Code128 } from './code128.tsx'

type PackLabelsPageProps = { center: FulfillmentCenter; item: InventoryItem; labels: PackLabel[] }

/** Labels of 4 × 2 inches, one a pack. */
export const PackLabelsPage = ({ center, item, labels }: PackLabelsPageProps) => (
  <>
    <header class="desk__head desk__head--row print-head">
      <div>
        <p class="trail">
          <a href={paths.centerOffer(center.slug, item.token)}>
            {item.name}, {item.label}
          </a>
        </p>
        <h1 class="desk__title">Pack labels</h1>
        <p class="desk__intro">
          For packs whose own label can’t be scanned. Each label is for one pack: print as many as you need.
        </p>
      </div>
      {labels.length > 0 && (
        <button type="button" class="button" data-controller="print" data-action="print#print">
          {labels.length === 1 ? 'Print 1 label' : `Print ${labels.length} labels`}
        </button>
      )}
    </header>
    {labels.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No lots, no labels</h2>
        <p class="empty__words">A label names its lot. Check in a delivery of this item first.</p>
      </section>
    ) : (
      <ol class="pack-labels">
        {labels.map(({ code, bars, lot, bestBy }) => (
          <li class="pack-label">
            <p class="pack-label__name">
              {item.name}, {item.label}
            </p>
            <p>
              {item.farm} · Lot {lot} · Best by {formatDate(bestBy)}
            </p>
            <Code128 bars={bars} />
            <p class="pack-label__code">{code}</p>
          </li>
        ))}
      </ol>
    )}
  </>
)
