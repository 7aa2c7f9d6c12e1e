import type { FulfillmentCenter, TrackerEvent } from '#db/schema/index.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { labelWords } from './label-words.ts'

type LabelSectionProps = {
  center: FulfillmentCenter
  parcel: Parcel
  isStopped: boolean
  sightings: TrackerEvent[]
  /** Names one press of "Buy the label". */
  press: string
}

/** A box's label, what can be done with it, and where its parcel was seen. */
export const LabelSection = ({ center, parcel, isStopped, sightings, press }: LabelSectionProps) => {
  const { label, waveId, token, orderState, endedAt, isUnsent } = parcel
  const isOpen = endedAt === null && orderState === 'in_wave'
  return (
    <section aria-labelledby="label">
      <h2 class="desk__section" id="label">
        Label
      </h2>
      <p class="desk__intro">
        {labelWords(label)}
        {label?.costCents != null && `, ${formatCents(label.costCents)}`}
        {label?.state === 'bought' && `. ${trackingWords(label.tracking, label.trackingDetail)}.`}
        {isUnsent && ' It’s bought, but the carrier hasn’t sent it yet.'}
      </p>
      <div class="wave-labels">
        {isOpen && !isStopped && (label?.state !== 'bought' || isUnsent) && (
          <Form method="post" action={paths.buyLabels(center.slug, waveId)}>
            <input type="hidden" name="order_tokens[]" value={token} />
            <input type="hidden" name="press" value={press} />
            <button type="submit" class="button">
              {isUnsent ? 'Get the label' : 'Buy the label'}
            </button>
          </Form>
        )}
        {label?.state === 'bought' && label.hasFiles && !isStopped && (
          <a
            class="button button--quiet"
            href={paths.labelsPdf(center.slug, waveId, { order: token })}
            data-turbo="false"
          >
            Print the label
          </a>
        )}
        {isOpen && (label?.state === 'bought' || label?.state === 'buying') && (
          <Form method="post" action={paths.voidLabels(center.slug, waveId)}>
            <input type="hidden" name="order_tokens[]" value={token} />
            <input type="hidden" name="seen_label" value={label.id} />
            <button type="submit" class="button button--quiet">
              Void the label
            </button>
          </Form>
        )}
      </div>
      {sightings.length > 0 && <Sightings center={center} sightings={sightings} />}
    </section>
  )
}

const Sightings = ({ center, sightings }: Pick<LabelSectionProps, 'center' | 'sightings'>) => (
  <section class="sheet" tabindex={0} aria-label="Where the parcel was seen">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
          <th scope="col">Where</th>
          <th scope="col">The carrier says</th>
        </tr>
      </thead>
      <tbody>
        {sightings.map(({ at, status, detail, place, message }) => (
          <tr>
            <th scope="row">{trackingWords(status, detail)}</th>
            <td data-label="When">{formatMoment(at, center.zone)}</td>
            <td data-label="Where">{place}</td>
            <td class="sheet__reason" data-label="The carrier says">
              {message}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
