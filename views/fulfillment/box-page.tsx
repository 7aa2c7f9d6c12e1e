import type { FulfillmentCenter, TrackerEvent } from '#db/schema/index.ts'
import { personName } from '#src/accounts/person-name.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import type { WaveBoxRow } from '#src/fulfillment/wave-boxes.ts'
import { inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { SIZE_NAMES } from '#src/shipping/packaging.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { typedText } from '../shared/refused-form.ts'
import { LabelSection } from './label-section.tsx'
import { WaveDifferences } from './wave-differences.tsx'

type BoxPageProps = {
  center: FulfillmentCenter
  parcel: Parcel
  row: WaveBoxRow | null
  sightings: TrackerEvent[]
  /** Names one press of "Buy the label". */
  press: string
  /** Of the packaging that the page shows. */
  version: string
  problem: string | undefined
  /** What a refused change had. */
  typed: Record<string, unknown> | null
}

/** One box of a wave: what it is packed in, and its label. */
export const BoxPage = (props: BoxPageProps) => {
  const { center, parcel, row, sightings, press, version, problem, typed } = props
  const box = row?.box
  const isStopped = row?.state === 'stopped'
  const { waveId, position, identifier } = parcel
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.wave(center.slug, waveId)}>Wave {waveId}</a>
        </p>
        <h1 class="desk__title">
          Box {position}, {identifier}
        </h1>
        <p class="desk__intro">
          {box?.delivery_name}, {box?.delivery_city}, {box?.delivery_state} {box?.delivery_postal_code}
        </p>
      </header>
      {problem && <Alert takesFocus>{problem}</Alert>}
      {isStopped && <WaveDifferences center={center} wave={{ id: waveId }} rows={[row]} />}
      <PackagingSection {...{ center, parcel, version, typed }} />
      <LabelSection {...{ center, parcel, isStopped, sightings, press }} />
    </>
  )
}

type PackagingProps = Pick<BoxPageProps, 'center' | 'parcel' | 'version' | 'typed'>

const PackagingSection = ({ center, parcel, version, typed }: PackagingProps) => {
  const { packaging, change, endedAt } = parcel
  return (
    <section aria-labelledby="packaging">
      <h2 class="desk__section" id="packaging">
        Box and dry ice
      </h2>
      <p class="desk__intro">
        {packaging ? `Size ${packaging.boxSize}, ${iceWords(packaging.dryIceGrams)}` : 'Not planned'}
        {change
          ? `, changed by ${change.by ? personName(change.by) : 'a deleted account'} on ${formatMoment(change.at, center.zone)}: ${change.reason}`
          : packaging && ', by its weight, its way and the season'}
        .
      </p>
      {endedAt === null && parcel.label?.state !== 'bought' && (
        <PackagingForm {...{ center, parcel, version, typed }} />
      )}
    </section>
  )
}

/** Pounds for the scale, kilograms for the mark on the box. */
export const iceWords = (grams: number) =>
  grams === 0 ? 'no dry ice' : `${inPounds(grams)} lb of dry ice (${(grams / 1000).toFixed(1)} kg)`

const PackagingForm = ({ center, parcel, version, typed }: PackagingProps) => (
  <Form action={paths.changePackaging(center.slug, parcel.waveId, parcel.token)} method="post" class="adjust">
    <input type="hidden" name="version" value={version} />
    <label class="adjust__field">
      Box size
      <select class="field__input" name="box_size">
        {SIZE_NAMES.map((size) => (
          <option
            value={size}
            selected={size === (typedText(typed, 'box_size') ?? parcel.packaging?.boxSize)}
          >
            {size}
          </option>
        ))}
      </select>
    </label>
    <label class="adjust__field">
      Dry ice, lb
      <input
        class="field__input"
        type="number"
        name="dry_ice_pounds"
        value={
          typedText(typed, 'dry_ice_pounds') ??
          (parcel.packaging ? inPounds(parcel.packaging.dryIceGrams) : '')
        }
        min={0}
        max={100}
        step={0.5}
        required
        autocomplete="off"
      />
    </label>
    <label class="adjust__field adjust__reason">
      Reason
      <input
        class="field__input"
        type="text"
        name="reason"
        value={typedText(typed, 'reason')}
        maxlength={200}
        required
        placeholder="Size M has run out"
        autocomplete="off"
      />
    </label>
    <button type="submit" class="button button--small">
      Change
    </button>
  </Form>
)
