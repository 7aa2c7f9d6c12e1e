import type { FulfillmentCenter } from '#db/schema/index.ts'
import { personName } from '#src/accounts/person-name.ts'
import type { Movement } from '#src/fulfillment/stock-ledger.ts'
import { paths } from '#src/paths.ts'
import { formatMoment } from '../shared/local-time.ts'

type LedgerTableProps = { center: FulfillmentCenter; movements: Movement[] }

export const LedgerTable = ({ center, movements }: LedgerTableProps) => (
  <section class="sheet" tabindex={0} aria-label="Movements">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col" class="sheet__figure">
            Change
          </th>
          <th scope="col" class="sheet__figure">
            On hand
          </th>
          <th scope="col" class="sheet__figure">
            Scale
          </th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <LedgerRow center={center} movement={movement} />
        ))}
      </tbody>
    </table>
  </section>
)

const KINDS: Record<Movement['reason'], string> = {
  received: 'Received',
  sold: 'Sold',
  returned: 'Put back',
  adjusted: 'Adjusted',
  expired: 'Expired',
  recalled: 'Recalled',
}

const LedgerRow = ({ center, movement }: { center: FulfillmentCenter; movement: Movement }) => (
  <tr>
    <td>
      <time datetime={new Date(movement.at).toISOString()}>{formatMoment(movement.at, center.zone)}</time>
    </td>
    <td data-label="Who">{movement.by ? personName(movement.by) : 'The shop'}</td>
    <td data-label="What">{KINDS[movement.reason]}</td>
    <td class="sheet__figure" data-label="Change">
      {signed(movement.delta)}
    </td>
    <td class="sheet__figure" data-label="On hand">
      {movement.left}
    </td>
    <td class="sheet__figure" data-label="Scale">
      {movement.scaleGrams !== null && `${movement.scaleGrams} g`}
    </td>
    <td class="sheet__reason">
      {movement.order ? (
        <a href={paths.centerOrders(center.slug, { q: movement.order })}>{movement.order}</a>
      ) : (
        movement.note
      )}
      {movement.lot &&
        movement.reason !== 'expired' &&
        movement.reason !== 'recalled' &&
        ` Lot ${movement.lot}`}
    </td>
  </tr>
)

/** With the minus sign of typographers. */
const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`)
