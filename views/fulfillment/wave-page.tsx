import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { LotGap } from '#src/fulfillment/lot-gaps.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import { leftToPick, pickSheets } from '#src/fulfillment/pick-totals.ts'
import { sheetsOf } from '#src/fulfillment/slip-sheets.ts'
import type { WaveBoxRow, WaveBoxState } from '#src/fulfillment/wave-boxes.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import type { DayManifests } from '#src/shipping/manifests.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { PickTable } from './pick-table.tsx'
import { sheetCount } from './print-head.tsx'
import { WaveDifferences } from './wave-differences.tsx'
import { WaveLotGaps } from './wave-lot-gaps.tsx'
import { WaveParcels } from './wave-parcels.tsx'
import { WaveProgress } from './wave-progress.tsx'
import { WaveTable } from './wave-table.tsx'

type WavePageProps = {
  center: FulfillmentCenter
  wave: Wave
  rows: WaveBoxRow[]
  parcels: Parcel[]
  gaps: LotGap[]
  manifests: DayManifests
  problem?: string | undefined
}

export type WaveCounts = Record<WaveBoxState, number>

export function WavePage({ center, wave, rows, parcels, gaps, manifests, problem }: WavePageProps) {
  const counts = countStates(rows)
  return (
    <>
      <header class="desk__head desk__head--row">
        <div>
          <p class="trail">
            <a href={paths.waves(center.slug)}>Waves</a>
          </p>
          <h1 class="desk__title">Wave {wave.id}</h1>
          <p class="desk__intro">
            {rows.length === 1 ? '1 box' : `${rows.length} boxes`}, made{' '}
            {formatMoment(wave.createdAt, center.zone)}.{wave.state === 'void' && ' This wave is void.'}
          </p>
        </div>
        <WaveActions center={center} wave={wave} rows={rows} />
      </header>
      {problem && <Alert>{problem}</Alert>}
      {wave.state === 'active' && <WaveProgress counts={counts} />}
      <WaveDifferences center={center} wave={wave} rows={rows.filter(({ state }) => state === 'stopped')} />
      <WaveLotGaps center={center} waveId={wave.id} gaps={gaps} />
      <h2 class="desk__section">Boxes</h2>
      {wave.state === 'active' && counts.packed > 0 && (
        <ShipAll center={center} wave={wave} packed={counts.packed} />
      )}
      <WaveTable center={center} wave={wave} rows={rows} />
      <WaveParcels center={center} waveId={wave.id} parcels={parcels} manifests={manifests} />
      {counts.to_pack > 0 && (
        <>
          <h2 class="desk__section">Left to pick</h2>
          <PickTable totals={leftToPick(rows)} />
        </>
      )}
      {wave.state === 'active' && <VoidWave center={center} wave={wave} counts={counts} />}
    </>
  )
}

function countStates(rows: WaveBoxRow[]): WaveCounts {
  const counts: WaveCounts = { to_pack: 0, packed: 0, shipped: 0, stopped: 0, removed: 0 }
  for (const { state } of rows) counts[state]++
  return counts
}

function WaveActions({ center, wave, rows }: OneWave & { rows: WaveBoxRow[] }) {
  const slipSheets = sheetsOf(rows).length
  const listSheets = pickSheets(leftToPick(rows))
  return (
    <div class="wave-actions">
      <Form method="post" action={paths.exportWaveAgain(center.slug, wave.id)}>
        <button type="submit" class="button button--quiet button--small">
          Make the files again
        </button>
      </Form>
      {wave.state === 'active' && rows.some(({ state }) => state === 'to_pack') && (
        <a class="button button--small" href={paths.packing(center.slug, wave.id)}>
          Start packing
        </a>
      )}
      {slipSheets > 0 && (
        <a class="button button--quiet button--small" href={paths.slips(center.slug, wave.id)}>
          Slips, {sheetCount(slipSheets)}
        </a>
      )}
      {listSheets > 0 && (
        <a class="button button--quiet button--small" href={paths.pickList(center.slug, wave.id)}>
          Pick list, {sheetCount(listSheets)}
        </a>
      )}
    </div>
  )
}

type OneWave = { center: FulfillmentCenter; wave: Wave }

const ShipAll = ({ center, wave, packed }: OneWave & { packed: number }) => (
  <Form method="post" action={paths.shipBoxes(center.slug, wave.id)} class="wave-ship">
    <input type="hidden" name="select_all" value="true" />
    <button type="submit" class="button">
      {packed === 1 ? 'Ship the packed box' : `Ship all ${packed} packed boxes`}
    </button>
  </Form>
)

/** Folded away, because it undoes everybody's morning. */
function VoidWave({ center, wave, counts }: OneWave & { counts: WaveCounts }) {
  const left = counts.to_pack + counts.packed + counts.stopped
  return (
    <details class="wave-void">
      <summary>Void this wave</summary>
      <p>
        {left === 1 ? '1 box that has' : `${left} boxes that have`} not shipped can be selected for another
        wave. Their slips are no longer good.
        {counts.shipped > 0 && ' What has shipped stays shipped.'}
      </p>
      <Form method="post" action={paths.voidWave(center.slug, wave.id)}>
        <button type="submit" class="button button--quiet">
          Void wave {wave.id}
        </button>
      </Form>
    </details>
  )
}
