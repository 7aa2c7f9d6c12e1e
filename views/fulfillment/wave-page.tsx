import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { LotGap } from '#src/fulfillment/lot-gaps.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import { type PickTotal, pickSheets } from '#src/fulfillment/pick-totals.ts'
import type { WaveBoxRow, WaveBoxState } from '#src/fulfillment/wave-boxes.ts'
import type { Unlabeled } from '#src/fulfillment/wave-page.tsx'
import type { ParcelTotals, WaveBoxPage, WaveCounts } from '#src/fulfillment/wave-states.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import type { DayManifests } from '#src/shipping/manifests.ts'
import { Pager } from '../catalog/pager.tsx'
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
  counts: WaveCounts
  stopped: WaveBoxRow[]
  /** Codes of recalled lots by order, of the stopped boxes that are listed first. */
  recalled: ReadonlyMap<number, string[]>
  list: WaveBoxPage
  filter: WaveBoxState | null
  parcels: Parcel[]
  totals: ParcelTotals
  gaps: LotGap[]
  manifests: DayManifests
  /** Names one press of "Buy labels". */
  press: string
  /** Names one press of "Make the files again". */
  filesPress: string
  /** How many sheets or lines there are is null where the page doesn't show all boxes. */
  slips: { parts: number; sheets: number | null }
  pick: PickTotal[] | null
  problem?: string | undefined
  unlabeled?: Unlabeled | undefined
}

export function WavePage(props: WavePageProps) {
  const { center, wave, counts, stopped, recalled, gaps, list, filter, pick, problem, unlabeled } = props
  const boxes = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <header class="desk__head desk__head--row">
        <div>
          <p class="trail">
            <a href={paths.waves(center.slug)}>Waves</a>
          </p>
          <h1 class="desk__title">Wave {wave.id}</h1>
          <p class="desk__intro">
            {boxes === 1 ? '1 box' : `${boxes} boxes`}, made {formatMoment(wave.createdAt, center.zone)}.
            {wave.state === 'void' && ' This wave is void.'}
          </p>
        </div>
        <WaveActions {...props} />
      </header>
      {problem && <Alert takesFocus>{problem}</Alert>}
      {unlabeled && <ShipUnlabeled center={center} wave={wave} unlabeled={unlabeled} />}
      {wave.state === 'active' && <WaveProgress counts={counts} />}
      <WaveDifferences center={center} wave={wave} rows={stopped} recalled={recalled} />
      <WaveLotGaps center={center} waveId={wave.id} gaps={gaps} />
      <h2 class="desk__section">Boxes</h2>
      {wave.state === 'active' && counts.packed > 0 && (
        <ShipAll center={center} wave={wave} packed={counts.packed} />
      )}
      <WaveTabs center={center} wave={wave} counts={counts} filter={filter} />
      <WaveTable
        center={center}
        wave={wave}
        list={list}
        filter={filter}
        selectable={filter ? counts[filter] : counts.to_pack + counts.packed + counts.stopped}
      />
      <Pager page={list.page} pages={list.pages} path={hrefOf(props, filter)} />
      <WaveParcels {...props} />
      {pick && counts.to_pack > 0 && (
        <>
          <h2 class="desk__section">Left to pick</h2>
          <PickTable totals={pick} />
        </>
      )}
      {wave.state === 'active' && <VoidWave center={center} wave={wave} counts={counts} />}
    </>
  )
}

const hrefOf = ({ center, wave }: OneWave, state: WaveBoxState | null) =>
  paths.wave(center.slug, wave.id, state === null ? {} : { state })

const TABS: [label: string, state: WaveBoxState][] = [
  ['To pack', 'to_pack'],
  ['Packed', 'packed'],
  ['Shipped', 'shipped'],
  ['Stopped', 'stopped'],
  ['Taken out', 'removed'],
]

type TabsProps = OneWave & Pick<WavePageProps, 'counts' | 'filter'>

/** For waves in which a box has to be looked for. */
function WaveTabs({ counts, filter, ...one }: TabsProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const states = TABS.filter(([, state]) => counts[state] > 0 || state === filter)
  if (states.length < 2 && filter === null) return null
  return (
    <nav class="desk-tabs" aria-label="States">
      <ul class="desk-tabs__list">
        <Tab label="All" count={all} href={hrefOf(one, null)} isCurrent={filter === null} />
        {states.map(([label, state]) => (
          <Tab label={label} count={counts[state]} href={hrefOf(one, state)} isCurrent={filter === state} />
        ))}
      </ul>
    </nav>
  )
}

type TabProps = { label: string; count: number; href: string; isCurrent: boolean }

const Tab = ({ label, count, href, isCurrent }: TabProps) => (
  <li>
    <a class="desk-tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label} <span class="desk-tab__count">{count}</span>
    </a>
  </li>
)

function WaveActions({ center, wave, counts, slips, pick, filesPress }: WavePageProps) {
  return (
    <div class="wave-actions">
      <Form method="post" action={paths.exportWaveAgain(center.slug, wave.id)}>
        <input type="hidden" name="press" value={filesPress} />
        <button type="submit" class="button button--quiet button--small">
          Make the files again
        </button>
      </Form>
      {wave.state === 'active' && counts.to_pack > 0 && (
        <a class="button button--small" href={paths.packing(center.slug, wave.id)}>
          Start packing
        </a>
      )}
      {counts.to_pack > 0 && (
        <a class="button button--quiet button--small" href={paths.slips(center.slug, wave.id)}>
          {slipWords(slips)}
        </a>
      )}
      {counts.to_pack > 0 && (
        <a class="button button--quiet button--small" href={paths.pickList(center.slug, wave.id)}>
          Pick list{pick && `, ${sheetCount(pickSheets(pick))}`}
        </a>
      )}
    </div>
  )
}

function slipWords({ parts, sheets }: WavePageProps['slips']) {
  if (sheets !== null) return `Slips, ${sheetCount(sheets)}`
  return parts > 1 ? `Slips, ${parts} parts` : 'Slips'
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

/** The same choice again, after the question. */
const ShipUnlabeled = ({ center, wave, unlabeled }: OneWave & { unlabeled: Unlabeled }) => (
  <Form method="post" action={paths.shipBoxes(center.slug, wave.id)} class="wave-ship">
    <input type="hidden" name="without_labels" value="1" />
    <Choice choice={unlabeled.choice} />
    <button type="submit" class="button button--quiet">
      {unlabeled.boxes === 1 ? 'Ship it without a label' : `Ship ${unlabeled.boxes} boxes without labels`}
    </button>
  </Form>
)

function Choice({ choice }: Pick<Unlabeled, 'choice'>) {
  if (choice === 'all') return <input type="hidden" name="select_all" value="true" />
  if ('tokens' in choice)
    return (
      <>
        {choice.tokens.map((token) => (
          <input type="hidden" name="order_tokens[]" value={token} />
        ))}
      </>
    )
  return (
    <>
      <input type="hidden" name="select_all" value="filter" />
      {choice.filter && <input type="hidden" name="state" value={choice.filter} />}
    </>
  )
}

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
