import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import { missingPacks, needsWeighing, type PackedLine } from '#src/fulfillment/packing-lines.ts'
import { recalledWords } from '#src/fulfillment/recalled-words.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import type { NextBox } from '#src/fulfillment/wave-states.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { PackingForms, SlipForm, UnscanForm } from './packing-forms.tsx'
import { PackingList } from './packing-list.tsx'
import { Ask, Problem } from './packing-problem.tsx'
import { WaveDifferences } from './wave-differences.tsx'

/** `code` is what the server calls it. */
export type PackingProblem = {
  status: ContentfulStatusCode
  title: string
  message: string
  code: string
  /** The first reading, where a second one is asked for. */
  grams?: number | undefined
  /** For a pack that doesn't say its lot: those it may be of. */
  lots?: { barcode: string; codes: string[] } | undefined
  /** The form that shorts the box, as it was refused. */
  short?: TypedShort | undefined
}

export type TypedShort = { token: string; quantity: string; reason: string }

/** `words` follow the code. */
export type LotProblemFacts = { offerId: number; code: string; words: string }

export type PackingPageProps = {
  center: FulfillmentCenter
  wave: Wave
  /** The box on the table; null before its slip is scanned. */
  row: WaveBoxRow | null
  lines: PackedLine[]
  /** Planned for this box, which may not have them anymore. */
  lotProblems: LotProblemFacts[]
  /** Codes of lots in this box that were recalled since. */
  recalled: string[]
  /** Of the form that shorts the box. */
  press: string
  /** That a colleague packs the box too. */
  colleague: string | null
  /** That the box is too heavy for one person. */
  warning: string | null
  /** Boxes of the wave that nobody has packed. */
  left: number
  next: NextBox | null
  problem?: PackingProblem | undefined
}

/** One task a screen. A scanner that types, a finger or a keyboard do the same. The task itself says how a scan went. */
export function PackingPage(props: PackingPageProps) {
  const { center, wave, row, lines, left, colleague, problem } = props
  const { flash } = usePage()
  const isDone = row?.state === 'packed' || row?.state === 'shipped'
  const isStopped = row?.state === 'stopped' || row?.state === 'removed'
  const isWrong = problem || isStopped || flash?.kind === 'info'
  const outcome = isWrong ? 'wrong' : flash?.kind !== 'notice' ? '' : isDone ? 'done' : 'right'
  return (
    <main
      id="main"
      class="pack"
      tabindex={-1}
      data-controller="pack-scan scan-queue"
      data-holds-submits="scan-queue"
      data-pack-scan-outcome-value={outcome}
      data-scan-queue-url-value={paths.scanPackage(center.slug, wave.id)}
      data-scan-queue-page-value={row ? paths.packing(center.slug, wave.id, { order_token: row.token }) : ''}
      data-action={ACTIONS}
    >
      <header class="pack__top">
        <a class="pack__tool" href={paths.wave(center.slug, wave.id)} aria-label={`Back to wave ${wave.id}`}>
          <Icon name="back" />
        </a>
        <p>
          <b>{row ? `Box ${row.position}, ${row.identifier}` : `Wave ${wave.id}`}</b>
          {left === 1 ? '1 box left' : `${left} boxes left`}
        </p>
      </header>
      <p class="pack__waiting" role="status" data-scan-queue-target="status">
        {flash && flash.part !== 'task' && <span data-turbo-temporary="true">{flash.message}</span>}
      </p>
      {problem ? (
        <Problem {...{ center, wave, row, problem, colleague }} />
      ) : isStopped ? (
        <Stopped {...props} />
      ) : (
        <Task {...props} isDone={isDone} />
      )}
      {row?.state === 'to_pack' && <UnscanForm {...props} row={row} />}
      <PackingList lines={lines} />
      <footer class="pack__foot">
        {row?.state === 'to_pack' ? (
          <PackingForms {...props} row={row} />
        ) : (
          <SlipForm center={center} wave={wave} next={props.next} stopped={isStopped ? row : undefined} />
        )}
      </footer>
    </main>
  )
}

const ACTIONS = [
  'keydown@window->pack-scan#listen',
  'submit->scan-queue#scan',
  'keydown.enter->scan-queue#enter',
  'turbo:submit-start->scan-queue#sending',
  'turbo:submit-end->scan-queue#ended',
  'scan-queue:refused->pack-scan#refused',
  'turbo:fetch-request-error->scan-queue#lost',
  'online@window->scan-queue#sendAll',
].join(' ')

const Stopped = ({ center, wave, row, recalled }: PackingPageProps) => (
  <section class="pack__now pack__now--stop" role="alert" data-scan-queue-target="problem">
    <Ask icon="alert" words="Stop" />
    <h1 class="pack__big">Don’t pack this box</h1>
    <p class="pack__facts">
      {recalled.length > 0 ? recalledWords(recalled) : 'Put back what is in it, and leave its slip.'}
    </p>
    {row && row.state === 'stopped' && <WaveDifferences center={center} wave={wave} rows={[row]} />}
  </section>
)

type TaskProps = Pick<
  PackingPageProps,
  'wave' | 'row' | 'lines' | 'lotProblems' | 'left' | 'colleague' | 'warning'
> & {
  isDone: boolean
}

function Task({ wave, row, lines, lotProblems, isDone, left, colleague, warning }: TaskProps) {
  if (!row) return wave.state === 'void' ? <VoidWave /> : <FirstTask left={left} />
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const packed = lines.reduce((sum, { packages }) => sum + packages.length, 0)
  if (isDone) return <Done row={row} lines={lines} left={left} warning={warning} />
  const weighed = lines.find(needsWeighing)
  const line = weighed ?? lines.find((each) => missingPacks(each) > 0)
  return (
    <section class="pack__now" aria-live="polite">
      <Ask icon="barcode" words={weighed ? 'Weigh this pack' : 'Scan the next pack'} />
      {line && (
        <>
          {line.shelf && !weighed && <p class="pack__shelf">{line.shelf}</p>}
          <h1 class="pack__item">
            {line.name}, {line.label}
          </h1>
          <p class="pack__facts">
            <span>{line.farm}</span>
            <LotsToTake line={line} bad={lotProblems.filter(({ offerId }) => offerId === line.offerId)} />
            <span>
              Pack <b>{line.packages.length + (weighed ? 0 : 1)}</b> of <b>{line.quantity}</b>
            </span>
          </p>
        </>
      )}
      {colleague && <Warning words={colleague} />}
      {warning && <Warning words={warning} />}
      <Meter packed={packed} total={total} />
    </section>
  )
}

/** What the wave planned. Another lot that may go into the box is as good. */
function LotsToTake({ line: { lots = [] }, bad }: { line: PackedLine; bad: LotProblemFacts[] }) {
  const good = lots.filter(({ lot }) => bad.every(({ code }) => code !== lot))
  return (
    <>
      {good.length > 0 && <span>Lot {good.map(({ lot }) => lot).join(' or ')}</span>}
      {bad.map(({ code, words }) => (
        <span>
          Take another lot: {code} {words}.
        </span>
      ))}
    </>
  )
}

const VoidWave = () => (
  <section class="pack__now pack__now--stop" role="status">
    <Ask icon="alert" words="Stop" />
    <h1 class="pack__big">This wave is void</h1>
    <p class="pack__facts">Put back what you took. Its orders go into another wave, with new slips.</p>
  </section>
)

const FirstTask = ({ left }: { left: number }) =>
  left === 0 ? (
    <section class="pack__now pack__now--done" role="status">
      <Ask icon="check" words="Nothing left" />
      <h1 class="pack__big">This wave is packed</h1>
      <p class="pack__facts">Thank you, that was a good day’s work.</p>
    </section>
  ) : (
    <section class="pack__now">
      <Ask icon="barcode" words="Start" />
      <h1 class="pack__big">Scan a slip</h1>
    </section>
  )

function Done({
  row,
  lines,
  left,
  warning,
}: Omit<TaskProps, 'wave' | 'row' | 'lotProblems' | 'isDone' | 'colleague'> & { row: WaveBoxRow }) {
  const packs = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const grams = lines.reduce((sum, { quantity, unit_grams }) => sum + quantity * unit_grams, 0)
  return (
    <section class="pack__now pack__now--done" role="status">
      <Ask icon="check" words={`${packs === 1 ? '1 pack' : `${packs} packs`}, ${inPounds(grams)} lb`} />
      <h1 class="pack__big">Box {row.position} is packed</h1>
      <p class="pack__facts">
        {left === 0 ? 'That was the last one of the wave. Thank you!' : 'Slip on top, then the lid.'}
      </p>
      {warning && <Warning words={warning} />}
    </section>
  )
}

const Warning = ({ words }: { words: string }) => (
  <p class="pack__warning">
    <Icon name="alert" /> {words}
  </p>
)

const Meter = ({ packed, total }: { packed: number; total: number }) => (
  <p class="pack__meter">
    <progress max={total} value={packed} aria-label={`${packed} of ${total} packs`} /> {packed} of {total}
  </p>
)
