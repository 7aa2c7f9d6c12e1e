import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import { formatCents, inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DayManifests } from '#src/shipping/manifests.ts'
import { Form } from '../shared/form.tsx'
import { labelWords } from './label-words.ts'

type WaveParcelsProps = {
  center: FulfillmentCenter
  waveId: number
  parcels: Parcel[]
  manifests: DayManifests
}

/** What each box is packed in, and its label, in pick order. */
export const WaveParcels = ({ center, waveId, parcels, manifests }: WaveParcelsProps) => (
  <>
    <h2 class="desk__section">Parcels</h2>
    <ParcelActions center={center} waveId={waveId} parcels={parcels} />
    <Manifests center={center} waveId={waveId} parcels={parcels} manifests={manifests} />
    <section class="sheet" tabindex={0} aria-label="Parcels">
      <table class="sheet__table">
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
  const { waveId, token, identifier, position, endedAt, packaging, change, label } = parcel
  return (
    <tr>
      <td class="sheet__figure">{position}</td>
      <th scope="row" class="sheet__code">
        <a href={paths.waveBox(center.slug, waveId, token)}>
          {endedAt === null ? identifier : <del>{identifier}</del>}
        </a>
      </th>
      <td>
        {packaging?.boxSize ?? '–'}
        {change && ' (changed)'}
      </td>
      <td class="sheet__figure">{packaging ? `${inPounds(packaging.dryIceGrams)} lb` : '–'}</td>
      <td>{labelWords(label)}</td>
      <td>{label?.state === 'bought' ? trackingWords(label.tracking, label.trackingDetail) : '–'}</td>
      <td class="sheet__figure">{label?.costCents != null ? formatCents(label.costCents) : '–'}</td>
    </tr>
  )
}

/** What there is to do: buy what is missing, print what is there. */
const ParcelActions = ({ center, waveId, parcels }: Omit<WaveParcelsProps, 'manifests'>) => {
  const open = parcels.filter(({ endedAt }) => endedAt === null)
  const missing = open.filter(
    ({ label, orderState }) => label?.state !== 'bought' && orderState === 'in_wave',
  )
  const bought = open.filter(({ label }) => label?.state === 'bought')
  const cents = bought.reduce((sum, { label }) => sum + (label?.costCents ?? 0), 0)
  return (
    <div class="wave-labels">
      {missing.length > 0 && (
        <Form method="post" action={paths.buyLabels(center.slug, waveId)}>
          <button type="submit" class="button">
            {missing.length === 1 ? 'Buy 1 label' : `Buy ${missing.length} labels`}
          </button>
        </Form>
      )}
      {bought.length > 0 && (
        <>
          <a class="button button--quiet" href={paths.labelsPdf(center.slug, waveId)} data-turbo="false">
            Print {bought.length === 1 ? '1 label' : `${bought.length} labels`}
          </a>
          <a class="button button--quiet" href={paths.labelsZpl(center.slug, waveId)} data-turbo="false">
            ZPL for label printers
          </a>
          <p class="desk__intro">{formatCents(cents)} of postage so far.</p>
        </>
      )}
    </div>
  )
}

/** What the driver signs for, by ship day. */
const Manifests = ({ center, waveId, parcels, manifests }: WaveParcelsProps) => {
  const waiting = parcels.filter(
    ({ endedAt, label }) => endedAt === null && label?.state === 'bought' && label.manifestId === null,
  )
  const days = [...new Set(waiting.flatMap(({ box }) => box?.ship_on ?? []))].sort()
  if (days.length === 0 && manifests.length === 0) return null
  return (
    <div class="wave-labels">
      {days.map((day) => (
        <Form method="post" action={paths.makeManifests(center.slug)}>
          <input type="hidden" name="ship_on" value={day} />
          <input type="hidden" name="wave" value={String(waveId)} />
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
  const { id, shipOn, carrier, state, problem } = manifest
  const name = `${carrier} manifest of ${formatDay(shipOn, 'short')}`
  if (state !== 'created')
    return (
      <p class="desk__intro">
        {state === 'failed' ? `${name} failed: ${problem}` : `${name} is being made.`}
      </p>
    )
  return (
    <a class="button button--quiet" href={paths.manifest(center.slug, id)} data-turbo="false">
      {name}
    </a>
  )
}
