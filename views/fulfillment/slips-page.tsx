import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import type { PrintedPart } from '#src/fulfillment/slips.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { PackingSlip } from './packing-slip.tsx'
import { PrintHead } from './print-head.tsx'

type SlipsPageProps = {
  center: FulfillmentCenter
  wave: Wave
  boxes: number
  parcels: Parcel[]
  sheets: PrintedPart[][]
  page: number
  pages: number
}

export const SlipsPage = ({ center, wave, boxes, parcels, sheets, page, pages }: SlipsPageProps) => (
  <>
    <PrintHead
      center={center}
      wave={wave}
      title="Packing slips"
      sheets={sheets.length}
      words={pages > 1 ? `part ${page} of ${pages}` : 'two slips to a sheet where they fit'}
    />
    {sheets.length === 0 && (
      <section class="empty">
        <h2 class="empty__title">No slips to print</h2>
        <p class="empty__words">Nothing is left to pack, or what you chose was taken out or changed.</p>
      </section>
    )}
    {sheets.map((parts, index) => (
      // It scrolls sideways on a phone, which the keyboard must be able to do too.
      <section class="letter" aria-label={`Sheet ${index + 1}`} tabindex={0}>
        {parts.map((part) => (
          <PackingSlip
            {...part}
            packaging={parcels.find(({ orderId }) => orderId === part.slip.row.orderId)?.packaging ?? null}
            where={`Wave ${wave.id}, box ${part.slip.row.position} of ${boxes}`}
          />
        ))}
      </section>
    ))}
    <Pager page={page} pages={pages} path={paths.slips(center.slug, wave.id)} />
  </>
)
