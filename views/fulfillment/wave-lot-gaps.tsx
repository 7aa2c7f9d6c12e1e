import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { LotGap } from '#src/fulfillment/lot-gaps.ts'
import { paths } from '#src/paths.ts'

type LotGapsProps = { center: FulfillmentCenter; waveId: number; gaps: LotGap[] }

/** Most of them can still be packed, so they stop no box. */
export const WaveLotGaps = ({ center, waveId, gaps }: LotGapsProps) =>
  gaps.length === 0 ? null : (
    <section class="differences" aria-labelledby="lot-gaps">
      <h2 class="differences__title" id="lot-gaps">
        Packs without a lot
      </h2>
      <p class="desk__intro">
        The books have no lot that may go into {gaps.length === 1 ? 'this box' : 'these boxes'}. Count the
        shelf in <a href={paths.centerInventory(center.slug)}>Inventory</a>, or take the packs off the box
        while packing it.
      </p>
      <ul class="differences__list">
        {gaps.slice(0, SHOWN).map((gap) => (
          <li class="difference">
            <p class="difference__who">
              <a href={paths.packing(center.slug, waveId, { order_token: gap.orderToken })}>
                {gap.identifier}
              </a>
            </p>
            <p class="difference__what">
              {gap.units} × {gap.name}, {gap.label}
            </p>
          </li>
        ))}
      </ul>
      {gaps.length > SHOWN && <p class="desk__intro">And {gaps.length - SHOWN} more.</p>}
    </section>
  )

const SHOWN = 20
