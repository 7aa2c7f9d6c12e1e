import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { WavePage } from '#views/fulfillment/wave-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { manifestsOf } from '../shipping/manifests.ts'
import type { Clerk } from './clerk.ts'
import { lotGaps } from './lot-gaps.ts'
import { renderCenterPage } from './page.tsx'
import { waveParcels } from './parcels.ts'
import { waveBoxes } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

type Problem = { message: string; status: ContentfulStatusCode }

/** With what was refused, if anything was. */
export function renderWave(c: Ctx, who: Clerk, wave: Wave, problem?: Problem) {
  const { db } = c.var.services
  const rows = waveBoxes(db, wave.id)
  const parcels = waveParcels(db, wave.id)
  const view = (
    <WavePage
      center={who.center}
      wave={wave}
      rows={rows}
      parcels={parcels}
      gaps={wave.state === 'active' ? lotGaps(db, wave) : []}
      manifests={manifestsOf(db, who.center.id, wave.id)}
      problem={problem?.message}
    />
  )
  const head = { current: 'waves' as const, title: `Wave ${wave.id}`, status: problem?.status }
  return renderCenterPage(c, who, head, view)
}
