import type { FulfillmentCenter } from '#db/schema/index.ts'
import { counted } from '#src/counted.ts'
import { formatDay } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import type { ParcelTotals } from '#src/fulfillment/wave-states.ts'
import type { Wave } from '#src/fulfillment/waves.ts'
import { formatCents, inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DayManifests } from '#src/shipping/manifests.ts'
import { Form } from '../shared/form.tsx'
import { labelWords } from './label-words.ts'

type WaveParcelsProps = {
  center: FulfillmentCenter
  wave: Wave
  /** Those of the boxes on the page. */
  parcels: Parcel[]
  /** Those of the whole wave. */
  totals: ParcelTotals
  manifests: DayManifests
  /** Names one press of "Buy labels". */
  press: string
}

/** What each box is packed in, and its label, in pick order. */
export const WaveParcels = ({ center, wave, parcels, totals, manifests, press }: WaveParcelsProps) => (
  <>
    <h2 class="desk__section">Parcels</h2>
    <ParcelActions center={center} wave={wave} totals={totals} press={press} />
    <Manifests center={center} wave={wave} totals={totals} manifests={manifests} />
    <section class="sheet" tabindex={0} aria-label="Parcels">
      <table class="sheet__table sheet__table--cards sheet__table--wide">
        <thead>
          <tr>
            <th scope="col" class="sheet__figure">
              #
            </th>
            <th scope="col">Order</th>
            <th scope="col">Box</th>
            <th scope="col" class="sheet__figure">
              Dry ice
            </th>
            <th scope="col">Label</th>
            <th scope="col">Parcel</th>
            <th scope="col" class="sheet__figure">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {parcels.map((parcel) => (
            <ParcelRow center={center} parcel={parcel} />
          ))}
        </tbody>
      </table>
    </section>
  </>
)

const ParcelRow = ({ center, parcel }: { center: FulfillmentCenter; parcel: Parcel }) => {
  const { waveId, token, identifier, position, endedAt, packaging, change, label, isUnsent } = parcel
  return (
    <tr>
      <td class="sheet__figure" data-label="#">
        {position}
      </td>
      <th scope="row" class="sheet__code">
        <a href={paths.waveBox(center.slug, waveId, token)}>
          {endedAt === null ? identifier : <del>{identifier}</del>}
        </a>
      </th>
      <td data-label="Box">
        {packaging?.boxSize ?? '–'}
        {change && ' (changed)'}
      </td>
      <td class="sheet__figure" data-label="Dry ice">
        {packaging ? `${inPounds(packaging.dryIceGrams)} lb` : '–'}
      </td>
      <td data-label="Label">
        {labelWords(label)}
        {isUnsent && ', not sent yet'}
      </td>
      <td data-label="Parcel">
        {label?.state === 'bought' ? trackingWords(label.tracking, label.trackingDetail) : '–'}
      </td>
      <td class="sheet__figure" data-label="Cost">
        {label?.costCents != null ? formatCents(label.costCents) : '–'}
      </td>
    </tr>
  )
}

type ActionsProps = Pick<WaveParcelsProps, 'center' | 'wave' | 'totals' | 'press'>

/** What there is to do: buy or fetch what is missing, print what is there. */
const ParcelActions = ({ center, wave, totals, press }: ActionsProps) => {
  const { missing, unsent, printable, cents } = totals
  return (
    <div class="wave-labels">
      {missing + unsent > 0 && (
        <Form method="post" action={paths.buyLabels(center.slug, wave.id)}>
          <input type="hidden" name="press" value={press} />
          <button type="submit" class="button">
            {askWords(totals)}
          </button>
        </Form>
      )}
      {printable > 0 && (
        <>
          <a class="button button--quiet" href={paths.labelsPdf(center.slug, wave.id)} data-turbo="false">
            Print {counted(printable, 'label', 'labels')}
          </a>
          <a class="button button--quiet" href={paths.labelsZpl(center.slug, wave.id)} data-turbo="false">
            ZPL for label printers
          </a>
        </>
      )}
      {unsent > 0 && (
        <p class="desk__intro">
          {counted(unsent, 'label is', 'labels are')} bought, but the carrier hasn’t sent{' '}
          {unsent === 1 ? 'it' : 'them'} yet.
        </p>
      )}
      {printable + unsent > 0 && <p class="desk__intro">{formatCents(cents)} of postage so far.</p>}
    </div>
  )
}

function askWords({ missing, unsent }: ParcelTotals): string {
  if (missing === 0) return `Get ${counted(unsent, 'label', 'labels')}`
  const buy = `Buy ${counted(missing, 'label', 'labels')}`
  return unsent === 0 ? buy : `${buy} and get ${unsent}`
}

/** What the driver signs for, by ship day. */
const Manifests = ({ center, wave, totals, manifests }: Omit<WaveParcelsProps, 'parcels' | 'press'>) => {
  const againDays = manifests.filter(({ isGivenUp }) => isGivenUp).map(({ shipOn }) => shipOn)
  const waitingDays = [...new Set([...totals.waitingDays, ...againDays])].sort()
  if (waitingDays.length === 0 && manifests.length === 0) return null
  return (
    <div class="wave-labels">
      {waitingDays.map((day) => (
        <Form method="post" action={paths.makeManifests(center.slug)}>
          <input type="hidden" name="ship_on" value={day} />
          <input type="hidden" name="wave" value={String(wave.id)} />
          <button type="submit" class="button button--quiet">
            Make the manifest of {formatDay(day, 'short')}
          </button>
        </Form>
      ))}
      {manifests.map((manifest) => (
        <ManifestLink center={center} manifest={manifest} />
      ))}
    </div>
  )
}

const ManifestLink = ({
  center,
  manifest,
}: {
  center: FulfillmentCenter
  manifest: DayManifests[number]
}) => {
  const { id, shipOn, carrier, state, problem, isGivenUp, voided } = manifest
  const name = `${carrier} manifest of ${formatDay(shipOn, 'short')}`
  if (isGivenUp) return <p class="desk__intro">{name} wasn’t made: the carrier didn’t answer. Ask again.</p>
  if (state !== 'created')
    return (
      <p class="desk__intro">
        {state === 'failed' ? `${name} failed: ${problem}` : `${name} is being made.`}
      </p>
    )
  return (
    <>
      <a class="button button--quiet" href={paths.manifest(center.slug, id)} data-turbo="false">
        {name}
      </a>
      {voided.map(({ code, identifier }) => (
        <p class="desk__intro">
          Cross out {code} ({identifier}): its label was voided afterwards.
        </p>
      ))}
    </>
  )
}
