import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { ExpiringLots, LowStock } from '#src/staff/stock.ts'

/** What to ask the farms for, and what to sell soon. */
export const StockPage = ({ low, lots }: { low: LowStock; lots: ExpiringLots }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Low stock</h1>
      <p class="desk__intro">
        What’s running low, so you can ask the farm for more, and lots that expire within two weeks, so you
        can sell them first. On an item’s page you can correct its stock, pause it or change its price.
      </p>
    </header>
    <h2 class="desk__section" id="low">
      Running low
    </h2>
    {low.length === 0 ? <p class="desk__intro">Nothing is running low.</p> : <LowTable low={low} />}
    <h2 class="desk__section" id="expiring">
      Expiring soon
    </h2>
    {lots.length === 0 ? (
      <p class="desk__intro">No lots expire within two weeks.</p>
    ) : (
      <LotTable lots={lots} />
    )}
  </>
)

const LowTable = ({ low }: { low: LowStock }) => (
  <section class="sheet" tabindex={0} aria-label="Running low">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Offer</th>
          <th scope="col">Center</th>
          <th scope="col" class="sheet__figure">
            On hand
          </th>
        </tr>
      </thead>
      <tbody>
        {low.map(({ token, name, center, onHand }) => (
          <tr>
            <th scope="row">
              <a href={paths.staffOffer(token)}>{name}</a>
            </th>
            <td data-label="Center">{center}</td>
            <td class="sheet__figure" data-label="On hand">
              {onHand}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const LotTable = ({ lots }: { lots: ExpiringLots }) => (
  <section class="sheet" tabindex={0} aria-label="Expiring soon">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Lot</th>
          <th scope="col">Offer</th>
          <th scope="col">Center</th>
          <th scope="col">Best by</th>
          <th scope="col" class="sheet__figure">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {lots.map(({ code, token, name, center, bestBy, unitsLeft }) => (
          <tr>
            <th scope="row" class="sheet__code">
              {code}
            </th>
            <td class="sheet__reason">
              <a href={paths.staffOffer(token)}>{name}</a>
            </td>
            <td data-label="Center">{center}</td>
            <td data-label="Best by">{formatDay(bestBy, 'short')}</td>
            <td class="sheet__figure" data-label="Left">
              {unitsLeft}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
