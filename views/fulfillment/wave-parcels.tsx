import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { Parcel } from '#src/fulfillment/parcels.ts'
import { inPounds } from '#src/money.ts'
import { paths } from '#src/paths.ts'

type WaveParcelsProps = { center: FulfillmentCenter; parcels: Parcel[] }

/** What each box is packed in, in pick order. */
export const WaveParcels = ({ center, parcels }: WaveParcelsProps) => (
  <>
    <h2 class="desk__section">Parcels</h2>
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
  const { waveId, token, identifier, position, endedAt, packaging, change } = parcel
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
    </tr>
  )
}
